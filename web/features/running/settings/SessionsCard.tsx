import { limits } from '@palabre/common/contract/fields.ts';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { orTell } from '../../../ui/fields/useEdited.ts';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import type { CardProps } from './open/card-props.ts';
import { useChangeSettings, useSettingsDraft } from './settings.queries.ts';
import { useTellUnsaved } from './useTellUnsaved.ts';
import { wholeOf } from './whole.ts';

/** Days without use that the card proposes. */
const proposedDays = 7;
const most = limits.sessionDays;

/** Sets whether sessions end without use, and after how many days. */
export function SessionsCard({ read: { settings, version }, onUnsaved }: CardProps) {
  const { t } = useTranslation('placeSettings', { keyPrefix: 'sessions' });
  const { t: common } = useTranslation('placeSettings');
  const form = useSettingsDraft(
    { ends: settings.idleSessionDays !== null, days: String(settings.idleSessionDays ?? proposedDays) },
    version,
  );
  const request = useChangeSettings();
  const [tried, setTried] = useState(false);
  const { draft } = form;
  useTellUnsaved('sessions', form.unsaved, onUnsaved);
  const days = wholeOf(draft.days, 1, most);
  const isWrong = draft.ends && days === null;

  async function submit() {
    setTried(true);
    if (isWrong) return;
    const changes = { idleSessionDays: draft.ends ? days : null };
    await orTell(() => request.mutateAsync({ version: form.version, ...changes }).catch(form.refused));
    form.reset();
    setTried(false);
    alerts.success(common('saved'));
  }

  return (
    <FormCard
      heading={t('heading')}
      hint={t('hint', { days: most })}
      save={common('save')}
      unsaved={form.unsaved}
      onSubmit={submit}
    >
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
