import { limits } from '@palabre/common/contract/fields.ts';
import type { Named, SelfUser } from '@palabre/common/contract/people/users.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { PersonField } from '../users/open/PersonField.tsx';

const contacts = ['manager', 'vacationReferee'] as const;
type Contact = (typeof contacts)[number];

interface Writing {
  user: SelfUser;
  /** What is typed, of a field that was changed. */
  edits: Partial<Record<Contact, string>>;
  /** What a field holds. */
  texts: Record<Contact, string>;
  onText: (name: Contact, text: string | undefined) => void;
}

/** The manager and the deputy: their fields, and who was picked in them, which takes the place of what was typed. */
export function useContacts({ user, edits, texts, onText }: Writing) {
  const { t } = useTranslation('accounts');
  const [picked, setPicked] = useState<Partial<Record<Contact, Named>>>({});
  const without = (name: Contact) => ({ ...picked, [name]: undefined });
  const field = (name: Contact): ReactNode => {
    // What this device kept of an earlier version has none.
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
  return {
    fields: contacts.map(field),
    /** As they are sent: `managerId`, `vacationRefereeId`. */
    changes: Object.fromEntries(chosen) as Partial<Record<`${Contact}Id`, string>>,
    dirty: chosen.length > 0,
    reset: () => setPicked({}),
  };
}
