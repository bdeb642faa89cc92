import type { Status } from '@palabre/common/contract/people/users.ts';
import { create } from 'zustand';
import { currentSocket, useConnection, useIsAway } from '../../../../platform/server/connection.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';

/** How long the server's word is waited for, in milliseconds. */
const patience = 5_000;

/** A status that was chosen and that the server does not know yet: it is told at the next connection. */
export const useWaitingStatus = create<{ status: Status | null }>(() => ({ status: null }));

const wait = (status: Status | null) => useWaitingStatus.setState({ status });

/** Tells the server, which keeps it (offline is invisible); the caches follow by `userUpdate`. False without an answer. */
async function tell(status: Status): Promise<boolean> {
  const socket = currentSocket();
  if (!socket?.connected) return false;
  const answer = await socket
    .timeout(patience)
    .emitWithAck('setStatus', status)
    .catch(() => null);
  if (answer && 'code' in answer) throw new Error(answer.message);
  return answer !== null;
}

/** Has this person seen as they choose: now, or once the connection is back, which is then said. */
export async function setStatus(status: Status): Promise<void> {
  wait(status);
  try {
    if (await tell(status)) return wait(null);
    alerts.info(i18n.t('users:card.statusWaits', { status: i18n.t(`ui:status.${status}`) }));
  } catch (cause) {
    wait(null);
    tellFailure(cause);
  }
}

/** The status with which people are shown: without a connection one is there for nobody, and who else is there is not known (null). */
export function useShownStatus(): <S extends Status | undefined>(
  userId: string | undefined,
  status: S,
) => S | 'offline' | null {
  const me = useSession(state => state.user?._id);
  const isAway = useIsAway();
  return (userId, status) => (!isAway ? status : userId === me ? 'offline' : null);
}

useConnection.subscribe(({ state }, before) => {
  const { status } = useWaitingStatus.getState();
  if (status === null || state !== 'live' || before.state === 'live') return;
  tell(status).then(
    told => told && wait(null),
    (cause: unknown) => {
      wait(null);
      tellFailure(cause);
    },
  );
});

onSessionEnd(() => wait(null));
