import { api } from '@palabre/common/contract/index.ts';
import { lacksTwoStep } from '@palabre/common/rules/people/two-step.ts';
import { call } from '../../../../platform/server/api.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { takeSelf } from './take-self.ts';

/** Tells whether the user lacks the two-step that is required of everybody: the page then shows how to set it up alone. */
export const useLacksTwoStep = (): boolean => useSession(({ user }) => user !== null && lacksTwoStep(user));

/** Reads from the server whether the user lacks two-step: it may have been set up elsewhere, or be required no longer. */
export async function readOwnTwoStep(): Promise<void> {
  takeSelf(queryClient, (await call(api.users.me)).user);
}

/** Resolves once this session's user lacks two-step no longer: true; false once the session is over. */
function untilSetUp(token: string | null): Promise<boolean> {
  return new Promise(resolve => {
    const look = () => {
      const session = useSession.getState();
      const isOver = token === null || session.token !== token;
      if (!isOver && session.user && lacksTwoStep(session.user)) return;
      stop();
      resolve(!isOver);
    };
    const stop = useSession.subscribe(look);
    look();
  });
}

let awaited: Promise<boolean> | null = null;

/**
 * Has the page show how to set two-step up, since the server has refused a request without it, and waits until it is
 * set up. Requests refused meanwhile wait together.
 * @returns whether to send the request again
 */
export function awaitTwoStep(): Promise<boolean> {
  const { token } = useSession.getState();
  awaited ??= readOwnTwoStep()
    .then(
      () => untilSetUp(token),
      () => false,
    )
    .finally(() => {
      awaited = null;
    });
  return awaited;
}
