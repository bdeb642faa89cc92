import type { OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { useEdited } from '../../../ui/fields/useEdited.ts';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { useSetHours } from './availability.queries.ts';
import { hoursOf, type WeekDraft, WeekFields, weekDraftOf } from './open/WeekFields.tsx';

type Choice = 'own' | 'none' | 'default';

interface Draft extends WeekDraft {
  choice: Choice;
}

const choiceOf = ({ source, hours }: OwnAvailability): Choice =>
  source === 'own' ? (hours ? 'own' : 'none') : 'default';

/** Sets the user's hours: their own by weekday, none, or a default's. The profile's hours are proposed at first. */
export function HoursCard({ own, user }: { own: OwnAvailability; user: SelfUser }) {
  const { t } = useTranslation('availability', { keyPrefix: 'hours' });
  const { edited, setEdited, save } = useEdited<Draft>();
  const [wrong, setWrong] = useState(false);
  const request = useSetHours();
  const profile = { start: user.startHour, end: user.endHour };
  const draft = edited ?? { choice: choiceOf(own), ...weekDraftOf(own.hours, profile) };
  const { choice } = draft;
  const change = (changes: Partial<Draft>) => {
    setWrong(false);
    setEdited({ ...draft, ...changes });
  };

  async function submit() {
    const chosen = hoursOf(draft);
    if (choice === 'own' && !chosen) return setWrong(true);
    await save(() => request.mutateAsync({ own: chosen, none: null, default: undefined }[choice]), t('saved'));
  }

  return (
    <FormCard heading={t('heading')} hint={t('hint')} save={t('save')} unsaved={edited !== null} onSubmit={submit}>
      <Select
        label={t('choice')}
        name="choice"
        value={choice}
        options={(['own', 'none', 'default'] as const).map(value => ({ value, label: t(value) }))}
        onChange={next => change({ choice: next })}
        hint={choice === 'default' && own.source !== 'own' ? t(`defaultIs.${own.source}`) : undefined}
      />
      {choice === 'own' && (
        <>
          <WeekFields draft={draft} onChange={change} />
          {wrong && <Note tone="danger">{t('wrong')}</Note>}
        </>
      )}
    </FormCard>
  );
}
