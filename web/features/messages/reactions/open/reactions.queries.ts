import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { type Reaction, reacted } from '@palabre/common/rules/reactions.ts';
import { create } from 'zustand';
import { placeOf } from '../../../../platform/address/place.ts';
import { ApiError, call, failureMessage } from '../../../../platform/server/api.ts';
import { onSessionEnd } from '../../../../platform/session/session.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { noteEmoji } from '../../../workspaces/emoji/open/recent.ts';
import { applyChange } from '../../timeline/open/timelines.ts';

/** Whether a person wants an emoji under a message, while the server has not answered yet. */
interface Wish {
  messageId: string;
  reaction: string;
  wanted: boolean;
}

/** What one has pressed and the server has not answered. */
export const useWishes = create<{ wishes: readonly Wish[] }>(() => ({ wishes: [] }));

onSessionEnd(() => useWishes.setState({ wishes: [] }));

const has = (reactions: readonly Reaction[], reaction: string, userId: string) =>
  reactions.some(one => one.reaction === reaction && one.usersId.includes(userId));

const granted = (reactions: readonly Reaction[], { reaction, wanted }: Wish, userId: string) =>
  has(reactions, reaction, userId) === wanted
    ? reactions
    : (reacted(reactions, userId, reaction, 'toggle') ?? reactions);

/** Messages as if what this person wishes had happened, whatever else happens to them meanwhile. */
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

/** Those that are being asked for: a change of mind follows the answer. */
const asking = new Set<string>();

/** Adds an emoji to a message as it is shown, or takes it back: at once, and taken back in turn when that is refused. */
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
