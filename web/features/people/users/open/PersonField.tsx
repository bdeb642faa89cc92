import type { Named, PublicUser } from '@palabre/common/contract/people/users.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Field } from '../../../../ui/fields/Field.tsx';
import { Options, useOptions } from '../../../../ui/fields/Options.tsx';
import { useDebounced } from '../../../../ui/fields/useDebounced.ts';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import s from './PersonField.module.css';
import { useMe, usePeople } from './users.queries.ts';

interface PersonFieldProps {
  label: string;
  name: string;
  maxLength: number;
  /** Typed text, when nobody is picked. */
  text: string;
  person: Named | null;
  onText: (text: string) => void;
  onPick: (person: Named) => void;
  /** Help under the field; by default, that the picked person's profile opens from the user's. */
  hint?: string;
  error?: string | undefined;
  /** Id of the person who cannot be picked here; the user's own by default. */
  without?: string;
}

const none: readonly PublicUser[] = [];

/**
 * Takes a person or free text: while a name is typed, suggests people with an open account who share a place with the
 * user.
 */
export function PersonField(props: PersonFieldProps) {
  const { label, name, maxLength, text, person, onText, onPick, hint, error } = props;
  const { t } = useTranslation('users', { keyPrefix: 'personField' });
  const me = useMe()?._id;
  const without = props.without ?? me;
  const [isOpen, setOpen] = useState(false);
  const search = useDebounced(text.trim());
  const wanted = isOpen && !person && search !== '';
  const { data } = usePeople(search, wanted);
  // The search also finds strangers, whose e-mail is hidden: only people with an e-mail share a place with the user.
  const people =
    wanted && data ? data.filter(({ _id, email, suspended }) => email && !suspended && _id !== without) : none;
  const shown = people.length > 0;
  const proposed = useOptions({
    options: shown ? people : null,
    onChoose: pick,
    onClose: close,
  });

  function close() {
    setOpen(false);
    proposed.reset();
  }
  function pick({ _id, firstName, lastName }: PublicUser) {
    onPick({ _id, firstName, lastName });
    close();
  }

  return (
    <div className={s.field}>
      <Field
        label={label}
        name={name}
        maxLength={maxLength}
        {...proposed.field}
        spellCheck={false}
        hint={hint ?? (person ? t('picked') : undefined)}
        error={error}
        icon={person ? <Avatar id={person._id} {...person} size={20} /> : <UserRound />}
        value={person ? fullName(person) : text}
        onChange={event => {
          onText(event.target.value);
          setOpen(true);
          proposed.reset();
        }}
        onKeyDown={proposed.press}
        onBlur={close}
      />
      {shown && (
        <Options
          {...proposed.list}
          label={t('people')}
          keyOf={one => one._id}
          show={one => (
            <>
              <Avatar id={one._id} firstName={one.firstName} lastName={one.lastName} src={one.avatar} size={24} />
              <span className={s.name} dir="auto">
                {fullName(one)}
              </span>
              <span className={s.about}>{one.jobTitle ?? one.email}</span>
            </>
          )}
        />
      )}
    </div>
  );
}
