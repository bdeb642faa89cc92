import { limits } from '@palabre/common/contract/fields.ts';
import type { Named, SelfUser } from '@palabre/common/contract/people/users.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { PersonField } from '../users/open/PersonField.tsx';

const contacts = ['manager', 'vacationReferee'] as const;
type Contact = (typeof contacts)[number];

interface Writing {
  user: SelfUser;
  /** Typed text of each changed field. */
  edits: Partial<Record<Contact, string>>;
  /** Text that each field holds. */
  texts: Record<Contact, string>;
  onText: (name: Contact, text: string | undefined) => void;
}

/** Holds the manager and deputy fields; a person picked in one replaces its typed text. */
export function useContacts({ user, edits, texts, onText }: Writing) {
  const { t } = useTranslation('accounts');
  const [picked, setPicked] = useState<Partial<Record<Contact, Named>>>({});
  const without = (name: Contact) => ({ ...picked, [name]: undefined });
  const field = (name: Contact): ReactNode => {
    // A profile cached by an earlier version has no contacts.
    const kept = user.contacts?.[name] ?? null;
    return (
      <PersonField
        key={name}
        label={t(name)}
        name={name}
        maxLength={limits.profileField}
        text={texts[name]}
        person={picked[name] ?? (edits[name] === undefined ? kept : null)}
        onText={text => {
          setPicked(without(name));
          onText(name, text);
        }}
        onPick={person => {
          onText(name, undefined);
          setPicked(person._id === kept?._id ? without(name) : { ...picked, [name]: person });
        }}
      />
    );
  };
  const chosen = contacts.flatMap(name => {
    const person = picked[name];
    return person ? [[`${name}Id`, person._id]] : [];
  });
  const since = ([name, person]: [string, Named | undefined]) => person !== picked[name as Contact];
  return {
    fields: contacts.map(field),
    /** Picked people as the request names them: `managerId`, `vacationRefereeId`. */
    changes: Object.fromEntries(chosen) as Partial<Record<`${Contact}Id`, string>>,
    dirty: chosen.length > 0,
    /** Forgets these people, but not a person picked since. */
    reset: () => setPicked(now => Object.fromEntries(Object.entries(now).filter(since))),
  };
}
