import { limits } from '@palabre/common/contract/fields.ts';
import type { OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { localDay } from '../../../platform/local-day.ts';
import { formatDateTime } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { addDays, readDay } from '../../../ui/fields/calendar.ts';
import { DateField } from '../../../ui/fields/DateField.tsx';
import { onceSaved } from '../../../ui/fields/edits.ts';
import { Form, focusField } from '../../../ui/fields/Form.tsx';
import { orTell } from '../../../ui/fields/useEdited.ts';
import { Note } from '../../../ui/pages/Note.tsx';
import { CardFooter, Subject } from '../../../ui/pages/Section.tsx';
import { quietAnchor } from './open/useQuietEntries.tsx';
import { beQuiet } from './quiet.ts';

const usualHour = '09:00';

/** Turns « ne pas déranger » on until the morning of a day, or off; the menu of statuses leads here. */
export function QuietCard({ own, startHour }: { own: OwnAvailability; startHour: string | null }) {
  const { t } = useTranslation('availability', { keyPrefix: 'quiet' });
  const { t: menu } = useTranslation('users', { keyPrefix: 'quiet' });
  const { hash } = useLocation();
  const element = useRef<HTMLFormElement>(null);
  const [day, setDay] = useState('');
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    if (hash !== quietAnchor) return;
    element.current?.scrollIntoView({ block: 'center' });
    focusField(element.current, 'quietDay');
  }, [hash]);
  async function submit() {
    const chosen = readDay(day);
    if (!chosen || chosen <= new Date()) return setWrong(true);
    await orTell(() => beQuiet({ localTime: `${localDay(chosen)}T${startHour ?? usualHour}` }));
    setDay(onceSaved(day, ''));
  }

  const until = own.quietUntil;
  return (
    <Form ref={element} onSubmit={submit}>
      <Subject
        heading={t('heading')}
        hint={t('hint')}
        end={
          <CardFooter>
            <Button type="submit" variant="outline" disabled={day === ''}>
              {t('begin')}
            </Button>
          </CardFooter>
        }
      >
        {until !== null && (
          <Note
            action={
              <Button size="sm" variant="outline" onClick={() => void beQuiet(null).catch(tellFailure)}>
                {menu('end')}
              </Button>
            }
          >
            {t('on', { when: formatDateTime(until) })}
          </Note>
        )}
        <DateField
          label={t('until')}
          name="quietDay"
          value={day}
          last={addDays(new Date(), limits.quietDaysAhead - 1)}
          onChange={value => {
            setWrong(false);
            setDay(value);
          }}
        />
        {wrong && <Note tone="danger">{t('wrong')}</Note>}
      </Subject>
    </Form>
  );
}
