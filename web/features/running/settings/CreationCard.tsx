import { makers } from '@palabre/common/contract/running/settings.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { orTell } from '../../../ui/fields/useEdited.ts';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import { Pair } from '../../../ui/pages/Section.tsx';
import type { CardProps } from './open/card-props.ts';
import { useChangeSettings, useSettingsDraft } from './settings.queries.ts';
import { useTellUnsaved } from './useTellUnsaved.ts';

const languages = ['fr', 'en'] as const;

/** Sets the default language, and who makes workspaces and societies. */
export function CreationCard({ read: { settings, version }, onUnsaved }: CardProps) {
  const { t } = useTranslation('placeSettings', { keyPrefix: 'creation' });
  const { t: common } = useTranslation('placeSettings');
  const form = useSettingsDraft(
    {
      language: settings.language ?? 'fr',
      workspaceMakers: settings.workspaceMakers ?? 'everybody',
      societyMakers: settings.societyMakers ?? 'everybody',
    },
    version,
  );
  const request = useChangeSettings();
  const { draft } = form;
  useTellUnsaved('creation', form.unsaved, onUnsaved);

  async function submit() {
    await orTell(() => request.mutateAsync({ version: form.version, ...form.touched }).catch(form.refused));
    form.reset();
    alerts.success(common('saved'));
  }

  const who = makers.map(value => ({ value, label: t(`makers.${value}`) }));
  return (
    <FormCard heading={t('heading')} hint={t('hint')} save={common('save')} unsaved={form.unsaved} onSubmit={submit}>
      <Select
        label={t('language')}
        name="language"
        hint={t('languageHint')}
        value={draft.language}
        options={languages.map(value => ({ value, label: t(`languages.${value}`) }))}
        onChange={language => form.change({ language })}
      />
      <Pair>
        <Select
          label={t('workspaces')}
          name="workspaceMakers"
          value={draft.workspaceMakers}
          options={who}
          onChange={workspaceMakers => form.change({ workspaceMakers })}
        />
        <Select
          label={t('societies')}
          name="societyMakers"
          value={draft.societyMakers}
          options={who}
          onChange={societyMakers => form.change({ societyMakers })}
        />
      </Pair>
    </FormCard>
  );
}
