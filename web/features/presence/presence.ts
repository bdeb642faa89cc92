import type { Status } from '@palabre/common/contract/users.ts';
import { currentSocket } from '../../platform/connection.ts';
import { i18n } from '../../platform/i18n.ts';

/** How long the server's word is waited for, in milliseconds. */
const patience = 5_000;

/**
 * Tells the server what this person chose to be seen as (spec 2 §4), which it keeps; offline is invisible.
 * The caches follow by `userUpdate`.
 * @throws an Error whose message is to be shown, when the server cannot be reached or refuses
 */
export async function setStatus(status: Status): Promise<void> {
  const socket = currentSocket();
  if (!socket?.connected) throw new Error(i18n.t('network'));
  const answer = await socket
    .timeout(patience)
    .emitWithAck('setStatus', status)
    .catch(() => {
      throw new Error(i18n.t('network'));
    });
  if ('code' in answer) throw new Error(answer.message);
}
