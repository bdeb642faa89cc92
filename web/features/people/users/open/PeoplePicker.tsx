import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import X from 'lucide-react/icons/x';
import type { RefObject } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { LineSkeleton, Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import c from '../../../../ui/marks/Chip.module.css';
import { Spinner } from '../../../../ui/marks/Spinner.tsx';
import s from './PeoplePicker.module.css';
import { PersonCheckbox } from './PersonCheckbox.tsx';

/** Result of a people search; `people` is undefined until the search answers. */
export interface Found {
  people: readonly PublicUser[] | undefined;
  isSearching: boolean;
  /** Whether `people` come from an earlier search. */
  isLate: boolean;
  isError: boolean;
}

interface PeoplePickerProps {
  /** Ref to the search field, for callers that focus it. */
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (typed: string) => void;
  found: Found;
  chosen: readonly PublicUser[];
  onChoose: (change: (old: readonly PublicUser[]) => readonly PublicUser[]) => void;
  atMost: number;
  /** Texts: the list's name, the empty list, and the limit of the choice. */
  words: { people: string; nobody: string; full: string };
}

/** Picks people found by name or e-mail; chosen people stay when the search changes. */
export function PeoplePicker({ field, typed, onType, found, chosen, onChoose, atMost, words }: PeoplePickerProps) {
  const { t } = useTranslation('users', { keyPrefix: 'picker' });
  const { t: ui } = useTranslation('ui');
  const { people, isSearching, isLate, isError } = found;
  const isChosen = (id: string) => chosen.some(person => person._id === id);
  const full = chosen.length >= atMost;
  const toggle = (person: PublicUser, wanted: boolean) =>
    onChoose(old => {
      const others = old.filter(one => one._id !== person._id);
      return wanted ? [...others, person] : others;
    });

  return (
    <>
      <SearchField
        ref={field}
        label={t('search')}
        placeholder={t('placeholder')}
        end={isSearching && people ? <Spinner size={16} label={null} /> : undefined}
        value={typed}
        // Enter in the search must not submit the surrounding form.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        onChange={onType}
      />
      {chosen.length > 0 && (
        <ul className={s.chosen} aria-label={t('chosen', { count: chosen.length })}>
          {chosen.map(person => (
            <li key={person._id}>
              <button
                type="button"
                className={c.chip}
                aria-label={t('remove', { name: fullName(person) })}
                onClick={() => {
                  toggle(person, false);
                  field.current?.focus();
                }}
              >
                <span className={c.name} dir="auto">
                  {fullName(person)}
                </span>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {people && people.length > 0 ? (
        <fieldset className={s.people} aria-label={words.people}>
          {people.map(person => (
            <PersonCheckbox
              key={person._id}
              person={person}
              about={person.suspended ? ui('suspended') : (person.email ?? person.jobTitle)}
              checked={isChosen(person._id)}
              disabled={full && !isChosen(person._id)}
              onChange={wanted => toggle(person, wanted)}
            />
          ))}
        </fieldset>
      ) : (
        <div className={s.none} role="status">
          {isError ? (
            t('failed')
          ) : !people ? (
            <Waiting />
          ) : isLate ? (
            <LineSkeleton />
          ) : typed.trim() ? (
            words.nobody
          ) : (
            t('start')
          )}
        </div>
      )}
      {full && <p className={s.full}>{words.full}</p>}
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
