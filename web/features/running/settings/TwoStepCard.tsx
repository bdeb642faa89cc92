import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { orTell } from '../../../ui/fields/useEdited.ts';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import type { CardProps } from './open/card-props.ts';
import { useChangeSettings, useSettingsDraft } from './settings.queries.ts';
import { useTellUnsaved } from './useTellUnsaved.ts';

/** Sets whether two-step is required of everybody. */
export function TwoStepCard({ read: { settings, version }, onUnsaved }: CardProps) {
  const { t } = useTranslation('placeSettings', { keyPrefix: 'twoStep' });
  const { t: common } = useTranslation('placeSettings');
  const form = useSettingsDraft({ twoStepRequired: settings.twoStepRequired ?? false }, version);
  const request = useChangeSettings();
  useTellUnsaved('twoStep', form.unsaved, onUnsaved);

  async function submit() {
    await orTell(() => request.mutateAsync({ version: form.version, ...form.touched }).catch(form.refused));
    form.reset();
    alerts.success(common('saved'));
  }

  return (
    <FormCard heading={t('heading')} hint={t('hint')} save={common('save')} unsaved={form.unsaved} onSubmit={submit}>
      <Switch
        label={t('required')}
        hint={t('requiredHint')}
        name="twoStepRequired"
        checked={form.draft.twoStepRequired}
        onChange={twoStepRequired => form.change({ twoStepRequired })}
      />
    </FormCard>
  );
}
