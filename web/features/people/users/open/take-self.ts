import { api } from '@palabre/common/contract/index.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '../../../../platform/server/query.ts';
import { setUser, useSession } from '../../../../platform/session/session.ts';

/** Takes the user's own profile as an answer gives it, unless its session has ended: another person may be logged in by then. */
export function takeSelf(client: QueryClient, user: SelfUser): void {
  if (useSession.getState().user?._id !== user._id) return;
  client.setQueryData<{ user: SelfUser }>(keyOf(api.users.me), { user });
  setUser(user);
}
