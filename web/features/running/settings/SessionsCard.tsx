import { limits } from '@palabre/common/contract/fields.ts';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import type { CardProps } from './open/card-props.ts';
import { useSettingsCard } from './useSettingsCard.ts';
import { wholeOf } from './whole.ts';

/** Days without use that the card proposes. */
const proposedDays = 7;
const most = limits.sessionDays;

/** Sets whether sessions end without use, and after how many days. */
export function SessionsCard(card: CardProps) {
  const { settings } = card.read;
  const { t } = useTranslation('placeSettings', { keyPrefix: 'sessions' });
  const { form, frame, save } = useSettingsCard(
    { ends: settings.idleSessionDays !== null, days: String(settings.idleSessionDays ?? proposedDays) },
    card,
  );
  const [tried, setTried] = useState(false);
  const { draft } = form;
  const days = wholeOf(draft.days, 1, most);
  const isWrong = draft.ends && days === null;

  async function submit() {
    setTried(true);
    if (isWrong) return;
    const changes = { idleSessionDays: draft.ends ? days : null };
    await save(changes);
    setTried(false);
  }

  return (
    <FormCard heading={t('heading')} hint={t('hint', { days: most })} {...frame} onSubmit={submit}>
      <Switch
        label={t('unused')}
        hint={t('unusedHint')}
        name="unusedSessions"
        checked={draft.ends}
        onChange={ends => form.change({ ends })}
      />
      {draft.ends && (
        <Field
          label={t('days')}
          name="idleSessionDays"
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          hint={t('daysHint')}
          error={tried && isWrong ? t('daysWrong', { most }) : null}
          autoComplete="off"
          value={draft.days}
          onChange={({ target }) => form.change({ days: target.value })}
        />
      )}
    </FormCard>
  );
}
