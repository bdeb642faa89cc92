import { limits } from '@palabre/common/contract/fields.ts';
import type { Absence, OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import type { Named, SelfUser } from '@palabre/common/contract/people/users.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import CalendarOff from 'lucide-react/icons/calendar-off';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { dayOf, localDay } from '../../../platform/local-day.ts';
import { formatDate } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { addDays, readDay } from '../../../ui/fields/calendar.ts';
import { DateField } from '../../../ui/fields/DateField.tsx';
import { onceSaved } from '../../../ui/fields/edits.ts';
import { TextAreaField } from '../../../ui/fields/Field.tsx';
import { Form } from '../../../ui/fields/Form.tsx';
import { orTell } from '../../../ui/fields/useEdited.ts';
import { ListedWithin } from '../../../ui/lists/Listed.tsx';
import { Row, RowIcon } from '../../../ui/lists/Row.tsx';
import { Rows } from '../../../ui/lists/Rows.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { CardFooter, Pair, Subject } from '../../../ui/pages/Section.tsx';
import { PersonField } from '../users/open/PersonField.tsx';
import { useSetAbsences } from './availability.queries.ts';

const bodyOf = ({ deputy, ...absence }: Absence) => ({ ...absence, deputyId: deputy?._id ?? null });

interface Draft {
  from: string;
  to: string;
  text: string;
  /** Typed text of the deputy's field, while nobody is picked. */
  typed: string;
  deputy: Named | null;
}

/** Lists the user's absences that have not ended, and announces another; the profile's deputy is proposed. */
export function AbsencesCard({ own, user }: { own: OwnAvailability; user: SelfUser }) {
  const { t } = useTranslation('availability', { keyPrefix: 'absences' });
  const save = useSetAbsences();
  const empty: Draft = { from: '', to: '', text: '', typed: '', deputy: user.contacts?.vacationReferee ?? null };
  const [edited, setEdited] = useState<Draft | null>(null);
  const [wrong, setWrong] = useState(false);
  const draft = edited ?? empty;
  const change = (changes: Partial<Draft>) => {
    setWrong(false);
    setEdited({ ...draft, ...changes });
  };
  const last = addDays(new Date(), limits.absenceDaysAhead);
  const days = ({ from, to }: Absence) =>
    t(from === to ? 'oneDay' : 'days', { from: formatDate(dayOf(from)), to: formatDate(dayOf(to)) });

  async function put(absences: readonly Parameters<typeof bodyOf>[0][], said: 'added' | 'removed') {
    await orTell(() => save.mutateAsync(absences.map(bodyOf)));
    alerts.success(t(said));
  }

  async function submit() {
    const [from, to] = [readDay(draft.from), readDay(draft.to)];
    if (!from || !to || from > to) return setWrong(true);
    const { text, deputy } = draft;
    await put([...own.absences, { from: localDay(from), to: localDay(to), text, deputy }], 'added');
    // Text typed meanwhile is another absence.
    setEdited(onceSaved(edited, null));
  }

  return (
    <Form onSubmit={submit} unsaved={edited !== null}>
      <Subject
        heading={t('heading')}
        hint={t('hint')}
        end={
          <>
            <CardFooter>
              <Button type="submit" variant="outline" disabled={edited === null}>
                {t('add')}
              </Button>
            </CardFooter>
            {own.absences.length > 0 && (
              <ListedWithin count={own.absences.length} empty={null}>
                <Rows label={t('heading')} items={own.absences} idOf={({ from }) => from}>
                  {absence => (
                    <Row
                      wraps
                      face={
                        <RowIcon>
                          <CalendarOff />
                        </RowIcon>
                      }
                      name={days(absence)}
                      title={days(absence)}
                      text={[absence.deputy && t('deputyIs', { name: fullName(absence.deputy) }), absence.text]
                        .filter(Boolean)
                        .join(' · ')}
                      actions={[
                        {
                          ...{ label: t('remove'), name: t('removeOf', { name: days(absence) }) },
                          ...{ icon: <Trash2 />, danger: true, loading: save.isPending },
                          onSelect: () =>
                            // An alert shows the failure.
                            void put(
                              own.absences.filter(one => one !== absence),
                              'removed',
                            ).catch(() => {}),
                        },
                      ]}
                    />
                  )}
                </Rows>
              </ListedWithin>
            )}
          </>
        }
      >
        <Pair>
          <DateField label={t('from')} name="from" value={draft.from} last={last} onChange={from => change({ from })} />
          <DateField label={t('to')} name="to" value={draft.to} last={last} onChange={to => change({ to })} />
        </Pair>
        <PersonField
          label={t('deputy')}
          name="deputyId"
          maxLength={limits.profileField}
          text={draft.typed}
          person={draft.deputy}
          onText={typed => change({ typed, deputy: null })}
          onPick={deputy => change({ typed: '', deputy })}
        />
        <TextAreaField
          label={t('text')}
          name="text"
          rows={2}
          maxLength={limits.absenceText}
          value={draft.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        {wrong && <Note tone="danger">{t('wrong')}</Note>}
      </Subject>
    </Form>
  );
}
