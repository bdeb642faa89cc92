/**
 * The reactions feature: emoji under messages, toggled optimistically. `Reactions.tsx` shows them; the events of
 * messages carry them.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { type Reaction, reacted } from '@palabre/common/rules/messages/reactions.ts';
import { create } from 'zustand';
import { placeOf } from '../../../../platform/address/place.ts';
import { ApiError, call, failureMessage } from '../../../../platform/server/api.ts';
import { onSessionEnd } from '../../../../platform/session/session.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { noteEmoji } from '../../../workspaces/emoji/open/recent.ts';
import { applyChange } from '../../timeline/open/timelines.ts';

/** Optimistic update: whether the user wants an emoji under a message, until the server has answered. */
interface Wish {
  messageId: string;
  reaction: string;
  wanted: boolean;
}

/** Holds the optimistic updates not answered yet. */
export const useWishes = create<{ wishes: readonly Wish[] }>(() => ({ wishes: [] }));

onSessionEnd(() => useWishes.setState({ wishes: [] }));

const has = (reactions: readonly Reaction[], reaction: string, userId: string) =>
  reactions.some(one => one.reaction === reaction && one.usersId.includes(userId));

const granted = (reactions: readonly Reaction[], { reaction, wanted }: Wish, userId: string) =>
  has(reactions, reaction, userId) === wanted
    ? reactions
    : (reacted(reactions, userId, reaction, 'toggle') ?? reactions);

/** Applies the optimistic updates to messages, on top of any other change of the messages. */
export function wished(messages: readonly Message[], wishes: readonly Wish[], userId: string): readonly Message[] {
  if (wishes.length === 0) return messages;
  return messages.map(message => {
    const own = wishes.filter(({ messageId }) => messageId === message._id);
    const reactions = own.reduce<readonly Reaction[]>((all, wish) => granted(all, wish, userId), message.reactions);
    return reactions === message.reactions ? message : { ...message, reactions: [...reactions] };
  });
}

const isFor =
  (messageId: string, reaction: string) =>
  (wish: Wish): boolean =>
    wish.messageId === messageId && wish.reaction === reaction;

/** Reactions with a pending request: a further press is sent after its answer. */
const asking = new Set<string>();

/** Toggles the user's reaction to a message: optimistic, and rolled back when refused. */
export async function toggleReaction(message: Message, reaction: string, userId: string): Promise<void> {
  const { _id: messageId, reactions } = message;
  const isThis = isFor(messageId, reaction);
  const others = () => useWishes.getState().wishes.filter(wish => !isThis(wish));
  const wanted = !has(reactions, reaction, userId);
  useWishes.setState({ wishes: [...others(), { messageId, reaction, wanted }] });
  if (wanted) noteEmoji(userId, reaction);
  const key = `${messageId} ${reaction}`;
  if (asking.has(key)) return;
  asking.add(key);
  try {
    for (let known: boolean | null = null; ; ) {
      const wish = useWishes.getState().wishes.find(isThis);
      if (!wish || wish.wanted === known) break;
      const { message: changed } = wish.wanted
        ? await call(api.reactions.add, { params: { id: messageId }, body: { reaction } })
        : await call(api.reactions.remove, { params: { id: messageId }, query: { reaction } });
      applyChange(placeOf(changed), { seq: changed.seq, message: changed });
      known = has(changed.reactions, reaction, userId);
    }
  } catch (cause) {
    const gone = cause instanceof ApiError && cause.status === 404;
    alerts.error(gone ? i18n.t('messages:messageGone') : failureMessage(cause));
  } finally {
    asking.delete(key);
    useWishes.setState({ wishes: others() });
  }
}
