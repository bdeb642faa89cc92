import { limits } from '@palabre/common/contract/fields.ts';
import { inviteDurations } from '@palabre/common/contract/invites.ts';
import type { PublicUser } from '@palabre/common/contract/users.ts';
import { fullName } from '@palabre/common/rules/names.ts';
import { Search, X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useDebounced } from '../../ui/useDebounced.ts';
import { PersonCheckbox } from '../users/PersonCheckbox.tsx';
import s from './InviteModal.module.css';
import { useInvitees } from './invitees.ts';

export type Duration = keyof typeof inviteDurations;

/** What an invitation is made of. */
export interface WantedInvite {
  people: readonly PublicUser[];
  duration: Duration;
}

interface InviteFormProps {
  workspaceId: string;
  value: WantedInvite;
  onChange: (change: (old: WantedInvite) => WantedInvite) => void;
  /** The field that has the focus at first. */
  search: RefObject<HTMLInputElement | null>;
}

const durations = Object.keys(inviteDurations) as Duration[];

/** Whom to invite, and for how long (spec 2 §5). */
export function InviteForm({ workspaceId, value: { people: chosen, duration }, onChange, search }: InviteFormProps) {
  const { t } = useTranslation('invites');
  const [typed, setTyped] = useState('');
  const { people, isSearching, isError } = useInvitees(workspaceId, useDebounced(typed.trim()));
  const isChosen = (id: string) => chosen.some(person => person._id === id);
  const full = chosen.length >= limits.invitedPeople;

  function toggle(person: PublicUser, wanted: boolean) {
    onChange(old => {
      const others = old.people.filter(one => one._id !== person._id);
      return { ...old, people: wanted ? [...others, person] : others };
    });
  }

  return (
    <>
      <Field
        ref={search}
        type="search"
        label={t('modal.search')}
        placeholder={t('modal.searchPlaceholder')}
        icon={<Search />}
        end={isSearching && people ? <Spinner size={16} label={null} /> : undefined}
        value={typed}
        maxLength={100}
        autoComplete="off"
        // The key would otherwise create the invitation in the middle of a search.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        onChange={event => setTyped(event.target.value)}
      />
      {chosen.length > 0 && (
        <ul className={s.chosen} aria-label={t('modal.chosen', { count: chosen.length })}>
          {chosen.map(person => (
            <li key={person._id}>
              <button
                type="button"
                className={s.chip}
                aria-label={t('modal.remove', { name: fullName(person) })}
                onClick={() => {
                  toggle(person, false);
                  search.current?.focus();
                }}
              >
                {fullName(person)}
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {people && people.length > 0 ? (
        <fieldset className={s.people} aria-label={t('modal.people')}>
          {people.map(person => (
            <PersonCheckbox
              key={person._id}
              person={person}
              about={person.email ?? person.jobTitle}
              checked={isChosen(person._id)}
              disabled={full && !isChosen(person._id)}
              onChange={wanted => toggle(person, wanted)}
            />
          ))}
        </fieldset>
      ) : (
        <div className={s.none} role="status">
          {isError ? t('modal.searchFailed') : people ? t(typed.trim() ? 'modal.nobody' : 'modal.start') : <Waiting />}
        </div>
      )}
      {full && <p className={s.full}>{t('modal.full')}</p>}
      <Select
        label={t('modal.duration')}
        value={duration}
        onChange={next => onChange(old => ({ ...old, duration: next }))}
        options={durations.map(value => ({ value, label: t(`modal.durations.${value}`) }))}
      />
    </>
  );
}

function Waiting() {
  return (
    <SkeletonGroup className={s.waiting}>
      <Skeleton height={32} radius={10} />
      <Skeleton height={32} radius={10} />
    </SkeletonGroup>
  );
}
