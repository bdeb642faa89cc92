import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { Copy, Link, type LucideIcon, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { messageParam } from '../../app/paths.ts';
import { call, failureMessage } from '../../platform/api.ts';
import { copyText } from '../../platform/clipboard.ts';
import { i18n } from '../../platform/i18n.ts';
import { logFailure } from '../../platform/log.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { confirm } from '../../ui/dialogs/dialogs.ts';
import type { Row } from './list/rows.ts';
import { drop, retry } from './outbox/outbox.ts';

/** What one may do with a message. The bar, the menu and the keys of the list all come from `messageActions`. */
export interface MessageAction {
  id: 'retry' | 'edit' | 'copy' | 'link' | 'remove';
  icon: LucideIcon;
  /** The `KeyboardEvent.key` that does it on the message that has the focus, in lower case. */
  key?: string;
  danger?: true;
  isOffered: (row: Row, userId: string) => boolean;
  run: (row: Row, desk: MessageDesk) => void;
}

/** What the actions need of the page they are on. */
export interface MessageDesk {
  /** Puts the text of a message, or of one that was not sent, where one writes. */
  edit: (row: Row) => void;
}

const isFailed = (row: Row) => row.kind === 'pending' && row.entry.state === 'failed';
const isOwn = (row: Row, userId: string) =>
  row.kind === 'message' && can.changeMessage({ userId }, { senderId: row.senderId });

const messageActions: readonly MessageAction[] = [
  {
    id: 'retry',
    icon: RotateCw,
    isOffered: isFailed,
    run: row => row.kind === 'pending' && retry(row.entry.nonce),
  },
  {
    id: 'edit',
    icon: Pencil,
    key: 'e',
    isOffered: (row, userId) => isOwn(row, userId) || isFailed(row),
    run: (row, desk) => desk.edit(row),
  },
  {
    id: 'copy',
    icon: Copy,
    key: 'c',
    isOffered: row => row.kind === 'message',
    run: row => void copy(row.content, 'copied'),
  },
  {
    id: 'link',
    icon: Link,
    isOffered: row => row.kind === 'message',
    run: row => row.kind === 'message' && void copy(linkTo(row.message), 'linkCopied'),
  },
  {
    id: 'remove',
    icon: Trash2,
    key: 'delete',
    danger: true,
    isOffered: (row, userId) => isOwn(row, userId) || isFailed(row),
    run: row => (row.kind === 'message' ? void removeMessage(row.message) : drop(row.entry.nonce)),
  },
];

/** What this person may do with a message, in the order in which it is offered. */
export const actionsOn = (row: Row, userId: string): MessageAction[] =>
  messageActions.filter(action => action.isOffered(row, userId));

/** Deletes a message once confirmed; it leaves the list by its event. */
async function removeMessage(message: Message): Promise<void> {
  const t = i18n.getFixedT(null, 'messages', 'removing');
  const sure = await confirm({ title: t('title'), text: t('text'), confirmLabel: t('confirm'), danger: true });
  if (!sure) return;
  try {
    await call(api.messages.remove, { params: { id: message._id } });
  } catch (cause) {
    alerts.error(failureMessage(cause));
  }
}

/** Puts on the clipboard what a message says, as it was typed, or the address that leads to it. */
async function copy(text: string, done: 'copied' | 'linkCopied'): Promise<void> {
  try {
    await copyText(text);
    alerts.info(i18n.t(`messages:${done}`));
  } catch (cause) {
    logFailure('Nothing could be copied', cause);
    alerts.error(i18n.t('messages:copyFailed'));
  }
}

/** The address of the place one is in, at one of its messages. */
function linkTo({ _id }: Message): string {
  const url = new URL(window.location.href);
  url.search = new URLSearchParams({ [messageParam]: _id }).toString();
  return url.href;
}
