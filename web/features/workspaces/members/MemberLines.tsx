import { api } from '@palabre/common/contract/index.ts';
import type { Named, PublicUser } from '@palabre/common/contract/people/users.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import UserRound from 'lucide-react/icons/user-round';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../platform/server/query.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { VisuallyHidden } from '../../../ui/marks/VisuallyHidden.tsx';
import s from './MemberCard.module.css';

interface LineProps {
  icon: ReactNode;
  label: string;
  /** Whether the label is visible, where icon and value do not explain themselves. */
  labelled?: boolean;
  value: ReactNode;
}

/** Shows one line of a profile card. */
export function Line({ icon, label, labelled, value }: LineProps) {
  return (
    <div className={s.line}>
      <dt>
        {icon}
        {!labelled && <VisuallyHidden>{label}</VisuallyHidden>}
      </dt>
      <dd>
        {labelled && <span className={s.label}>{label}</span>} {value}
      </dd>
    </div>
  );
}

interface WorkLinesProps {
  user: PublicUser;
  /** Opens the card of a manager or a deputy. */
  onPerson: (person: Named) => void;
}

/**
 * Shows a person's hours, manager and deputy, which the server only sends to people who share a place with the person.
 */
export function WorkLines({ user, onPerson }: WorkLinesProps) {
  const { t } = useTranslation('members');
  const { _id: id, startHour: start, endHour: end } = user;
  const { data: contacts } = useQuery({
    ...endpointQuery(api.users.one, { params: { id } }),
    enabled: Boolean(user.manager || user.vacationReferee),
    select: answer => answer.user.contacts,
    meta: { silent: true },
  });
  const hours = start ? t(end ? 'hours.both' : 'hours.from', { start, end: end ?? '' }) : end && t('hours.to', { end });
  const who = (name: 'manager' | 'vacationReferee'): ReactNode => {
    const person = contacts?.[name];
    if (!person) return user[name] && <span dir="auto">{user[name]}</span>;
    return (
      <button type="button" className={s.person} dir="auto" onClick={() => onPerson(person)}>
        {fullName(person)}
      </button>
    );
  };
  return (
    <>
      {hours && <Line icon={<Clock />} label={t('hours.label')} value={hours} />}
      {user.manager && <Line icon={<UserRound />} label={t('manager')} labelled value={who('manager')} />}
      {user.vacationReferee && (
        <Line icon={<UserRoundCheck />} label={t('deputy')} labelled value={who('vacationReferee')} />
      )}
    </>
  );
}
