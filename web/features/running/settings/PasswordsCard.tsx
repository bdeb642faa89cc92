import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { orTell } from '../../../ui/fields/useEdited.ts';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import type { CardProps } from './open/card-props.ts';
import { useChangeSettings, useSettingsDraft } from './settings.queries.ts';
import { useTellUnsaved } from './useTellUnsaved.ts';

/** Sets whether common passwords are refused. */
export function PasswordsCard({ read: { settings, version }, onUnsaved }: CardProps) {
  const { t } = useTranslation('placeSettings', { keyPrefix: 'passwords' });
  const { t: common } = useTranslation('placeSettings');
  const form = useSettingsDraft({ commonPasswords: settings.commonPasswords ?? 'allowed' }, version);
  const request = useChangeSettings();
  useTellUnsaved('passwords', form.unsaved, onUnsaved);

  async function submit() {
    await orTell(() => request.mutateAsync({ version: form.version, ...form.touched }).catch(form.refused));
    form.reset();
    alerts.success(common('saved'));
  }

  return (
    <FormCard heading={t('heading')} hint={t('hint')} save={common('save')} unsaved={form.unsaved} onSubmit={submit}>
      <Switch
        label={t('refused')}
        hint={t('refusedHint')}
        name="commonPasswords"
        checked={form.draft.commonPasswords === 'refused'}
        onChange={on => form.change({ commonPasswords: on ? 'refused' : 'allowed' })}
      />
    </FormCard>
  );
}
