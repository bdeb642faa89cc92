import { bootWeight, type boot as endpoints } from '@palabre/common/contract/boot.ts';
import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { findMember } from '../../platform/access/access.workspaces.ts';
import { joined, type Part, Written } from '../../platform/http/answers.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/route.ts';
import type { Db } from '../../platform/postgres/db.ts';
import type { Actor } from '../../platform/sessions/session.ts';
import { readConversations } from '../conversations/open/conversations.store.ts';
import { findSelf } from '../people/users/open/users.store.ts';
import { readListed } from '../reading/notifications/open/listed.ts';
import { writeUnread } from '../reading/unread/open/unread.store.ts';
import { readOwnSociety } from '../societies/open/societies.view.ts';
import { rolesAs, rolesOf } from '../workspaces/roles/open/written.ts';
import { type WrittenChannels, writeFirstChannels } from '../workspaces/structure/open/channels.store.ts';
import { readMyCards } from '../workspaces/structure/open/workspaces.store.ts';
import { readWorkspaceAs } from '../workspaces/structure/open/workspaces.view.ts';

const write = joined(api.boot.one.output);

type Parts = { [Name in keyof OutputOf<typeof endpoints.one>]: Part<OutputOf<typeof endpoints.one>[Name]> };

/** Handler of GET /boot: the answer is joined from texts that the database has already written as JSON. */
export const boot: Handlers<typeof api.boot> = {
  async one({ db, actor, query }) {
    const { userId } = actor;
    // Runs at most three queries at once: more would open connections at the expense of other requests.
    const small = async () => ({
      me: { user: (await findSelf(db, userId)) ?? fail('unauthorized') },
      workspaces: { workspaces: await readMyCards(db, actor) },
      ...(await readInside(db, actor, query.workspaceId)),
      conversations: await readConversations(db, userId),
      society: { society: await readOwnSociety(db, userId) },
    });
    const counted = async () => ({
      unread: query.unread === false ? null : await writeUnread(db, userId),
      notifications: { notifications: await readListed(db, userId) },
    });
    const [parts, marks, channels] = await Promise.all([
      small(),
      counted(),
      writeFirstChannels(db, userId, bootWeight, query.workspaceId ?? null),
    ]);
    return write({ ...parts, ...marks, channels: wholeWorkspaces(channels, query.workspaceId) });
  },
};

/** Reads the parts of a workspace other than its channels; each is null to a person who is not a member. */
async function readInside(
  db: Db,
  actor: Actor,
  id: string | undefined,
): Promise<Pick<Parts, 'workspace' | 'roles' | 'myRoles'>> {
  const found = id && (await findMember(db, id, actor.userId));
  if (!found) return { workspace: null, roles: null, myRoles: null };
  const { me, workspace, isGuest } = found;
  const shown = { workspace: await readWorkspaceAs(db, found) };
  if (isGuest) return { workspace: shown, roles: { roles: [] }, myRoles: { roles: [] } };
  return {
    workspace: shown,
    roles: await rolesAs(db, workspace.id, me),
    myRoles: await rolesOf(db, workspace.id, me),
  };
}

/** Keeps channels of whole workspaces, up to `bootWeight` in all; the workspace that the page names is always kept. */
function wholeWorkspaces(all: readonly WrittenChannels[], named: string | undefined): Written<{ channels: Channel[] }> {
  let weight = 0;
  const cut = all.findIndex(one => {
    weight += one.weight;
    return weight > bootWeight && one.workspaceId !== named;
  });
  const kept = cut < 0 ? all : all.slice(0, cut);
  return new Written(`{"channels":[${kept.map(({ text }) => text).join()}]}`);
}
