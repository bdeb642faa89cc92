import type { OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Form, hasIssues } from '../../../ui/fields/Form.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { CardFooter, Subject } from '../../../ui/pages/Section.tsx';
import { useSetHours } from './availability.queries.ts';
import { hoursOf, type WeekDraft, WeekFields, weekDraftOf } from './open/WeekFields.tsx';

type Choice = 'own' | 'none' | 'default';

interface Draft extends WeekDraft {
  choice: Choice;
}

const choiceOf = ({ source, hours }: OwnAvailability): Choice =>
  source === 'own' ? (hours ? 'own' : 'none') : 'default';

/** Sets the user's hours: their own by weekday, none, or those of a default. The profile's hours are proposed at first. */
export function HoursCard({ own, user }: { own: OwnAvailability; user: SelfUser }) {
  const { t } = useTranslation('availability', { keyPrefix: 'hours' });
  const [edited, setEdited] = useState<Draft | null>(null);
  const [wrong, setWrong] = useState(false);
  const save = useSetHours();
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
    try {
      await save.mutateAsync({ own: chosen, none: null, default: undefined }[choice]);
    } catch (cause) {
      if (!hasIssues(cause)) tellFailure(cause);
      throw cause;
    }
    setEdited(null);
    alerts.success(t('saved'));
  }

  return (
    <Form onSubmit={submit} unsaved={edited !== null}>
      <Subject
        heading={t('heading')}
        hint={t('hint')}
        end={
          <CardFooter>
            <Button type="submit" variant="outline" disabled={edited === null}>
              {t('save')}
            </Button>
          </CardFooter>
        }
      >
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
      </Subject>
    </Form>
  );
}
