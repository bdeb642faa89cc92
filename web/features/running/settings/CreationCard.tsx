import { makers } from '@palabre/common/contract/running/settings.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import { Pair } from '../../../ui/pages/Section.tsx';
import type { CardProps } from './open/card-props.ts';
import { useSettingsCard } from './useSettingsCard.ts';

const languages = ['fr', 'en'] as const;

/** Sets the default language, and who may create workspaces and societies. */
export function CreationCard(card: CardProps) {
  const { settings } = card.read;
  const { t } = useTranslation('placeSettings', { keyPrefix: 'creation' });
  const { form, frame, save } = useSettingsCard(
    {
      language: settings.language ?? 'fr',
      workspaceMakers: settings.workspaceMakers ?? 'everybody',
      societyMakers: settings.societyMakers ?? 'everybody',
    },
    card,
  );
  const { draft } = form;

  const who = makers.map(value => ({ value, label: t(`makers.${value}`) }));
  return (
    <FormCard heading={t('heading')} hint={t('hint')} {...frame} onSubmit={() => save(form.touched)}>
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
