import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { can, type MemberFacts, type PlaceRights } from '@palabre/common/permissions/can.ts';
import type { LucideIcon } from 'lucide-react';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import Copy from 'lucide-react/icons/copy';
import EyeOff from 'lucide-react/icons/eye-off';
import SmilePlus from 'lucide-react/icons/face-slightly-smiling-plus';
import Flag from 'lucide-react/icons/flag';
import Link from 'lucide-react/icons/link';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Reply from 'lucide-react/icons/reply';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Trash2 from 'lucide-react/icons/trash';
import { addressIn } from '../../../../platform/address/paths.ts';
import { call, failureMessage } from '../../../../platform/server/api.ts';
import { shortcuts } from '../../../../platform/shortcuts.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { copyAndSay } from '../../../../ui/alerts/copy.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { beginMarking } from '../../../reading/unread/open/begin-marking.ts';
import { report } from '../../../running/reports/open/report.store.ts';
import { drop, retry } from '../../outbox/open/outbox.ts';
import { setPinned } from '../../pins/open/pins.queries.ts';
import { beginReminder } from '../../scheduled/open/begin.ts';
import type { Row } from '../list/rows/rows.ts';

/** Action on a message. The hover bar, the menu and the list's keys all come from `messageActions`. */
export interface MessageAction {
  id:
    | 'retry'
    | 'react'
    | 'thread'
    | 'reply'
    | 'edit'
    | 'pin'
    | 'unpin'
    | 'copy'
    | 'link'
    | 'remind'
    | 'unread'
    | 'report'
    | 'remove';
  icon: LucideIcon;
  /** `KeyboardEvent.key` that runs the action on the focused message; letters in lower case. */
  key?: string;
  danger?: true;
  /** Whether the hover bar shows the action; the menu shows all actions. */
  inBar?: true;
  isOffered: (row: Row, reader: Reader) => boolean;
  /** @param anchor element from which the action was run */
  run: (row: Row, desk: MessageDesk, anchor: HTMLElement) => void;
}

/** Rights of the user, as far as actions depend on them. */
export interface Reader extends PlaceRights {
  /** User's role in the place's workspace. */
  member: MemberFacts;
  /** Whether the place is a thread: no thread opens inside another. */
  isThread?: boolean;
}

/** Callbacks that the actions need from their page. */
export interface MessageDesk {
  reader: Reader;
  /** Path of the channel or conversation, where the page's path is another. */
  path?: string | undefined;
  /** Opens a message, sent or failed, in the composer. */
  edit: (row: Row) => void;
  /** Makes the draft answer this message. */
  reply: (row: Row) => void;
  /** Scrolls to a message of the place. */
  goTo: (id: string) => void;
  /** Opens the thread under a root, at a reply if given. */
  openThread: (rootId: string, replyId?: string) => void;
  /** Toggles the user's reaction to a message. */
  toggle: (row: Row, reaction: string) => void;
  /** Opens the emoji picker, and adds the choice to a message. */
  react: (row: Row, anchor: HTMLElement) => void;
}

const isFailed = (row: Row) => row.kind === 'pending' && row.entry.state === 'failed';
const isSent = (row: Row) => row.kind === 'message';
/** Tells whether a message stands in a thread, as a reply or as its root. */
const isReply = (row: Row) => row.kind === 'message' && row.message.threadId !== undefined;

/** Returns the root of the thread under a message; a copy stands for its reply. */
const rootOf = ({ _id, copyOf }: Message): string => copyOf?.threadId ?? _id;

const messageActions: readonly MessageAction[] = [
  {
    id: 'retry',
    icon: RotateCw,
    isOffered: isFailed,
    run: row => row.kind === 'pending' && retry(row.entry.nonce),
  },
  {
    id: 'react',
    icon: SmilePlus,
    key: '+',
    inBar: true,
    isOffered: (row, reader) => isSent(row) && can.react(reader),
    run: (row, desk, anchor) => desk.react(row, anchor),
  },
  {
    id: 'reply',
    icon: Reply,
    key: 'q',
    inBar: true,
    isOffered: (row, reader) => isSent(row) && can.reply(reader),
    run: (row, desk) => desk.reply(row),
  },
  {
    id: 'thread',
    icon: MessageSquareText,
    key: 'r',
    inBar: true,
    isOffered: (row, reader) =>
      row.kind === 'message' &&
      !reader.isThread &&
      (can.reply(reader) || row.message.thread !== undefined || row.message.copyOf !== undefined),
    run: (row, desk) => row.kind === 'message' && desk.openThread(rootOf(row.message), row.message.copyOf?._id),
  },
  {
    id: 'edit',
    icon: Pencil,
    key: 'e',
    inBar: true,
    isOffered: (row, { member }) => isFailed(row) || (isSent(row) && can.changeMessage(member, row)),
    run: (row, desk) => desk.edit(row),
  },
  {
    id: 'pin',
    icon: Pin,
    key: 'p',
    inBar: true,
    isOffered: (row, reader) => row.kind === 'message' && !row.message.pinned && !isReply(row) && can.pin(reader),
    run: row => row.kind === 'message' && void setPinned(row.message, true),
  },
  {
    id: 'unpin',
    icon: PinOff,
    key: 'p',
    inBar: true,
    isOffered: (row, reader) => row.kind === 'message' && row.message.pinned && can.pin(reader),
    run: row => row.kind === 'message' && void setPinned(row.message, false),
  },
  {
    id: 'copy',
    icon: Copy,
    key: 'c',
    isOffered: isSent,
    run: row => void copy(row.content, 'copied'),
  },
  {
    id: 'link',
    icon: Link,
    key: 'l',
    isOffered: isSent,
    run: (row, { path }) => row.kind === 'message' && void copy(linkTo(row.message, path), 'linkCopied'),
  },
  {
    id: 'remind',
    icon: AlarmClock,
    key: 'm',
    isOffered: isSent,
    run: (row, _desk, anchor) => row.kind === 'message' && void beginReminder(row.message._id, anchor),
  },
  {
    id: 'unread',
    icon: EyeOff,
    key: 'u',
    isOffered: (row, { member, isThread = false }) =>
      row.kind === 'message' && row.senderId !== member.userId && isReply(row) === isThread,
    run: row => row.kind === 'message' && beginMarking(({ markUnread }) => markUnread(row.message)),
  },
  {
    id: 'report',
    icon: Flag,
    isOffered: (row, { member }) => isSent(row) && can.report(member, { userId: row.senderId }),
    run: row => row.kind === 'message' && report({ person: row.message.sender, messageId: row.message._id }),
  },
  {
    id: 'remove',
    icon: Trash2,
    key: shortcuts.remove.key,
    danger: true,
    isOffered: (row, { member }) => isFailed(row) || (isSent(row) && can.deleteMessage(member, row)),
    run: (row, { reader }) =>
      row.kind === 'message' ? void removeMessage(row.message, reader) : drop(row.entry.nonce),
  },
];

/** Keys that act on the focused message, for the sheet of shortcuts. */
export const actionKeys = messageActions.flatMap(({ id, key }) => (key && id !== 'unpin' ? [{ id, key }] : []));

/**
 * Lists the actions that the user may run on a message, in the order shown; a deleted message only offers its thread.
 */
export const actionsOn = (row: Row, { reader }: Pick<MessageDesk, 'reader'>): MessageAction[] =>
  messageActions.filter(
    action =>
      action.isOffered(row, reader) && (action.id === 'thread' || row.kind !== 'message' || !row.message.deleted),
  );

/** Deletes a message once confirmed; its event removes it from the list. */
async function removeMessage({ _id: id, sender }: Message, { member }: Reader): Promise<void> {
  const t = i18n.within('messages', 'removing');
  const title = sender._id === member.userId ? t('title') : t('titleOf', { name: sender.firstName });
  const sure = await confirm({ title, text: t('text'), confirmLabel: t('confirm'), danger: true });
  if (!sure) return;
  try {
    await call(api.messages.remove, { params: { id } });
  } catch (cause) {
    alerts.error(failureMessage(cause));
  }
}

/** Copies the text of a message as typed, or its address, to the clipboard. */
const copy = (text: string, done: 'copied' | 'linkCopied'): Promise<void> =>
  copyAndSay(text, i18n.t(`messages:${done}`));

/** Returns the address of a message in its channel or conversation, by default the page's. */
export const linkTo = ({ _id, threadId }: Pick<Message, '_id' | 'threadId'>, path = window.location.pathname): string =>
  new URL(addressIn(path, _id, threadId), window.location.href).href;
