import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import { type RefObject, useState } from 'react';
import type { Stage } from '../email-invites/open/use-mail-way.tsx';
import { InviteCreated } from './InviteCreated.tsx';
import { InviteForm, type WantedInvite } from './InviteForm.tsx';
import { useCreateInvite } from './invites.queries.ts';

const nobody: WantedInvite = { people: [], duration: '1h' };

/** Holds an invitation of people with an account: the choice, then its code and its link. */
export function usePeopleWay(workspaceId: string, search: RefObject<HTMLInputElement | null>) {
  // A failure keeps the choice, so that nothing has to be chosen again.
  const [wanted, setWanted] = useState(nobody);
  const [invite, setInvite] = useState<Invite | null>(null);
  const create = useCreateInvite(workspaceId);
  const stage: Stage = invite ? 'done' : create.isPending ? 'creating' : 'choosing';
  return {
    stage,
    isEmpty: wanted.people.length === 0,
    submit: async () => setInvite((await create.mutateAsync(wanted)).invite),
    body: invite ? (
      <InviteCreated invite={invite} />
    ) : (
      <InviteForm workspaceId={workspaceId} value={wanted} onChange={setWanted} search={search} />
    ),
  };
}
