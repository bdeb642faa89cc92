import type { Participant } from '@palabre/common/contract/conversations.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { useMemo } from 'react';

const uncoloured = () => undefined;

/** Returns the context of a conversation's messages and threads: everyone in it may write and be mentioned. */
export function useConversationWorld(people: readonly Participant[]) {
  const world = useMemo(() => ({ people, mayCallAll: can.mentionConversation({ isIn: true }) }), [people]);
  return { world, colourOf: uncoloured, refusal: null };
}
