import { limits } from '@palabre/common/contract/fields.ts';
import { defaultAutoDeleteDays } from '@palabre/common/contract/messages/retention.ts';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import type { CardProps } from './open/card-props.ts';
import { useSettingsCard } from './useSettingsCard.ts';
import { wholeOf } from './whole.ts';

const mebi = 1024 * 1024;
const [least, most] = [limits.fileBytesMin / mebi, limits.fileBytes / mebi];

const deletions = ['standard', 'days', 'never'] as const;
type Deletion = (typeof deletions)[number];

function deletionOf(days: number | null): Deletion {
  if (days === null) return 'standard';
  return days === 0 ? 'never' : 'days';
}

/** Sets the accepted files, and after how many days new workspaces delete their messages. */
export function BoundsCard(card: CardProps) {
  const { settings } = card.read;
  const { t } = useTranslation('placeSettings', { keyPrefix: 'bounds' });
  const { form, frame, save } = useSettingsCard(
    {
      megabytes: String(Math.floor((settings.fileBytes ?? limits.fileBytes) / mebi)),
      misnamedFiles: settings.misnamedFiles ?? 'allowed',
      deletion: deletionOf(settings.autoDeleteDays),
      days: String(settings.autoDeleteDays || defaultAutoDeleteDays),
    },
    card,
  );
  const [tried, setTried] = useState(false);
  const { draft } = form;
  const megabytes = wholeOf(draft.megabytes, least, most);
  const days = wholeOf(draft.days, limits.autoDeleteDaysMin, limits.autoDeleteDaysMax);
  const isWrong = megabytes === null || (draft.deletion === 'days' && days === null);

  async function submit() {
    setTried(true);
    if (isWrong) return;
    const { touched } = form;
    const chosen = { standard: null, never: 0, days }[draft.deletion];
    const changes = {
      ...(touched.megabytes !== undefined && { fileBytes: megabytes === most ? null : megabytes * mebi }),
      ...(touched.misnamedFiles !== undefined && { misnamedFiles: touched.misnamedFiles }),
      ...((touched.deletion !== undefined || touched.days !== undefined) && { autoDeleteDays: chosen }),
    };
    await save(changes);
    setTried(false);
  }

  return (
    <FormCard heading={t('heading')} hint={t('hint')} {...frame} onSubmit={submit}>
      <Field
        label={t('megabytes')}
        name="fileBytes"
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        hint={t('megabytesHint', { least, most })}
        error={tried && megabytes === null ? t('megabytesWrong', { least, most }) : null}
        autoComplete="off"
        value={draft.megabytes}
        onChange={({ target }) => form.change({ megabytes: target.value })}
      />
      <Switch
        label={t('misnamed.refuse')}
        hint={t('misnamed.hint')}
        name="misnamedFiles"
        checked={draft.misnamedFiles === 'refused'}
        onChange={on => form.change({ misnamedFiles: on ? 'refused' : 'allowed' })}
      />
      <RadioCards
        label={t('deletion')}
        value={draft.deletion}
        onChange={deletion => form.change({ deletion })}
        options={deletions.map(value => ({ value, title: t(`deletions.${value}`, { days: defaultAutoDeleteDays }) }))}
      />
      {draft.deletion === 'days' && (
        <Field
          label={t('days')}
          name="autoDeleteDays"
          type="number"
          inputMode="numeric"
          min={limits.autoDeleteDaysMin}
          max={limits.autoDeleteDaysMax}
          hint={t('deletionHint')}
          error={tried && days === null ? t('daysWrong', { most: limits.autoDeleteDaysMax }) : null}
          autoComplete="off"
          value={draft.days}
          onChange={({ target }) => form.change({ days: target.value })}
        />
      )}
    </FormCard>
  );
}
