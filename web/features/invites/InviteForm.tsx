import { limits } from '@palabre/common/contract/fields.ts';
import { inviteDurations } from '@palabre/common/contract/invites.ts';
import type { PublicUser } from '@palabre/common/contract/users.ts';
import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useDebounced } from '../../ui/useDebounced.ts';
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
  initial?: WantedInvite;
  onClose: () => void;
  onSubmit: (wanted: WantedInvite) => void;
}

const durations = Object.keys(inviteDurations) as Duration[];
const nameOf = ({ firstName, lastName }: PublicUser) => `${firstName} ${lastName}`.trim();

/** Whom to invite, and for how long; « Créer » waits for at least one person (spec 2 §5). */
export function InviteForm({ workspaceId, initial, onClose, onSubmit }: InviteFormProps) {
  const { t } = useTranslation('invites');
  const [chosen, setChosen] = useState<readonly PublicUser[]>(initial?.people ?? []);
  const [duration, setDuration] = useState<Duration>(initial?.duration ?? '1h');
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const { people, isSearching, isError } = useInvitees(workspaceId, useDebounced(typed.trim()));
  const isChosen = (id: string) => chosen.some(person => person._id === id);
  const full = chosen.length >= limits.invitedPeople;

  function toggle(person: PublicUser, wanted: boolean) {
    setChosen(old => (wanted ? [...old, person] : old.filter(one => one._id !== person._id)));
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('modal.title')}
      description={t('modal.lead')}
      initialFocus={search}
      onSubmit={() => chosen.length > 0 && onSubmit({ people: chosen, duration })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('modal.cancel')}
          </Button>
          <Button type="submit" disabled={chosen.length === 0}>
            {t('modal.create')}
          </Button>
        </>
      }
    >
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
                aria-label={t('modal.remove', { name: nameOf(person) })}
                onClick={() => {
                  toggle(person, false);
                  search.current?.focus();
                }}
              >
                {nameOf(person)}
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {people && people.length > 0 ? (
        <fieldset className={s.people} aria-label={t('modal.people')}>
          {people.map(person => (
            <Checkbox
              key={person._id}
              className={s.person}
              checked={isChosen(person._id)}
              disabled={full && !isChosen(person._id)}
              onChange={wanted => toggle(person, wanted)}
              label={
                <span className={s.who}>
                  <Avatar
                    id={person._id}
                    firstName={person.firstName}
                    lastName={person.lastName}
                    src={person.avatar}
                    size={32}
                  />
                  <span className={s.names}>
                    <span className={s.name}>{nameOf(person)}</span>
                    <span className={s.about}>{person.email ?? person.jobTitle}</span>
                  </span>
                </span>
              }
            />
          ))}
        </fieldset>
      ) : (
        <div className={s.none} role="status">
          {isError ? t('modal.searchFailed') : people ? t(typed.trim() ? 'modal.nobody' : 'modal.start') : <Waiting />}
        </div>
      )}
      {full && <p className={s.about}>{t('modal.full')}</p>}
      <Select
        label={t('modal.duration')}
        value={duration}
        onChange={setDuration}
        options={durations.map(value => ({ value, label: t(`modal.durations.${value}`) }))}
      />
    </Dialog>
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
