/**
 * Presence: the status that the user chooses (online, away, offline for invisible), sent by the socket, and the status
 * shown for other people.
 */

import type { Status } from '@palabre/common/contract/people/users.ts';
import { create } from 'zustand';
import { currentSocket, useConnection, useIsAway, usePresenceKnown } from '../../../../platform/server/connection.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';

/** Timeout of the server's acknowledgement. */
const ackTimeoutMs = 5_000;

/** Holds a chosen status that the server does not know yet: it is sent at the next connection. */
export const useWaitingStatus = create<{ status: Status | null }>(() => ({ status: null }));

const wait = (status: Status | null) => useWaitingStatus.setState({ status });

/** Ends the wait of a status, unless another one was chosen meanwhile. */
const endWait = (status: Status) => useWaitingStatus.getState().status === status && wait(null);

/**
 * Sends the status to the server, which keeps it (offline means invisible); `userUpdate` then updates the caches.
 * Returns false without an answer.
 */
async function tell(status: Status): Promise<boolean> {
  const socket = currentSocket();
  if (!socket?.connected) return false;
  const answer = await socket
    .timeout(ackTimeoutMs)
    .emitWithAck('setStatus', status)
    .catch(() => null);
  if (answer && 'code' in answer) throw new Error(answer.message);
  return answer !== null;
}

/** Sets the user's status: now, or at the next connection, as an alert then says. */
export async function setStatus(status: Status): Promise<void> {
  wait(status);
  try {
    if (await tell(status)) return void endWait(status);
    alerts.info(i18n.t('users:card.statusWaits', { status: i18n.t(`ui:status.${status}`) }));
  } catch (cause) {
    endWait(status);
    tellFailure(cause);
  }
}

/**
 * Returns the status under which each user is shown. Without a connection, the user themselves is offline, and other
 * people are unknown (null). Before the first connection the server still reports the user as offline: unknown too.
 */
export function useShownStatus(): <S extends Status | undefined>(
  userId: string | undefined,
  status: S,
) => S | 'offline' | null {
  const me = useSession(state => state.user?._id);
  const isAway = useIsAway();
  const isArriving = !usePresenceKnown();
  return (userId, status) => {
    if (isAway) return userId === me ? 'offline' : null;
    return isArriving && userId === me && status === 'offline' ? null : status;
  };
}

useConnection.subscribe(({ state }, before) => {
  const { status } = useWaitingStatus.getState();
  if (status === null || state !== 'live' || before.state === 'live') return;
  tell(status).then(
    told => told && endWait(status),
    (cause: unknown) => {
      endWait(status);
      tellFailure(cause);
    },
  );
});

onSessionEnd(() => wait(null));
