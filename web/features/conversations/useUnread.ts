import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { marksIn, marksKept, onRead } from '../messages/timeline/last-read.ts';

/** Says of a conversation whether another has written in it since this device last showed it. */
export function useUnread(userId: string): (conversation: Conversation) => boolean {
  const kept = useSyncExternalStore(onRead, () => marksKept(userId));
  const marks = useMemo(() => marksIn(kept), [kept]);
  return useCallback(
    ({ _id, lastMessage }) =>
      lastMessage !== null && lastMessage.sender._id !== userId && lastMessage.position > (marks[_id]?.position ?? -1),
    [marks, userId],
  );
}
