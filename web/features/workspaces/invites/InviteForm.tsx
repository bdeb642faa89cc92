import { limits } from '@palabre/common/contract/fields.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { inviteDurations } from '@palabre/common/contract/workspaces/invites.ts';
import type { RefObject } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { useTypedSearch } from '../../../ui/fields/useTypedSearch.ts';
import { PeoplePicker } from '../../people/users/open/PeoplePicker.tsx';
import { DurationField } from './DurationField.tsx';
import { useInvitees } from './invitees.ts';

/** Duration of an invitation, as the form offers it. */
export type Duration = keyof typeof inviteDurations;

/** Contents of an invitation to be created. */
export interface WantedInvite {
  people: readonly PublicUser[];
  duration: Duration;
  /** Maximum number of people it lets in; ten by default. */
  uses?: number;
}

interface InviteFormProps {
  workspaceId: string;
  value: WantedInvite;
  onChange: (change: (old: WantedInvite) => WantedInvite) => void;
  /** Ref to the search field, which is focused first. */
  search: RefObject<HTMLInputElement | null>;
}

/** Chooses the people to invite and the duration. */
export function InviteForm({ workspaceId, value: { people, duration }, onChange, search }: InviteFormProps) {
  const { t } = useTranslation('emailInvites');
  const { typed, setTyped, search: asked, isTyping } = useTypedSearch();
  const found = useInvitees(workspaceId, asked);
  return (
    <>
      <PeoplePicker
        field={search}
        typed={typed}
        onType={setTyped}
        found={{ ...found, isLate: found.isLate || isTyping }}
        chosen={people}
        onChoose={change => onChange(old => ({ ...old, people: change(old.people) }))}
        atMost={limits.invitedPeople}
        words={{ people: t('modal.people'), nobody: t('modal.nobody'), full: t('modal.full') }}
      />
      <DurationField value={duration} onChange={next => onChange(old => ({ ...old, duration: next }))} />
    </>
  );
}
