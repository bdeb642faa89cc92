import { api } from '@palabre/common/contract/index.ts';
import type { Answered, Message } from '@palabre/common/contract/messages/messages.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import { create } from 'zustand';
import { pressed } from '../../../../platform/address/parts.ts';
import { type Place, placeKey, placeOf } from '../../../../platform/address/place.ts';
import { ApiError, call } from '../../../../platform/server/api.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import { newUuid } from '../../../../platform/uuid.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import type { LocalFile } from '../../files/open/local-file.ts';
import { applyChange } from '../../timeline/open/timelines.ts';
import { bodyOf, forgetFiles, isRefused, refusalOf } from '../sending.ts';
import { entriesOf, forgetEntriesOf, forgetEntry, keepEntry, latestOf } from '../storage.ts';
import { alone, hearTabs, tellTabs } from '../tabs.ts';

/** A message that was typed and that the server does not have yet, as far as this page knows. */
export interface OutboxEntry {
  /** The uuid that makes any number of attempts one message. */
  nonce: string;
  userId: string;
  place: Place;
  content: string;
  /** Its files, whose bytes are kept apart. */
  files?: readonly LocalFile[];
  /** The message that it answers, as it was when one began. */
  replyTo?: Answered | undefined;
  /** When it was typed, ISO. */
  time: string;
  state: 'waiting' | 'failed';
  /** Why it was refused. */
  reason?: string;
}

interface OutboxState {
  /** In the order they were typed. */
  entries: readonly OutboxEntry[];
}

/** What the person logged in has not sent yet, in any tab of this browser; kept on the device. */
export const useOutbox = create<OutboxState>(() => ({ entries: [] }));

const find = (nonce: string) => useOutbox.getState().entries.find(entry => entry.nonce === nonce);

const inOrder = (entries: readonly OutboxEntry[]) => [...entries].sort((a, b) => byCode(a.time, b.time));

/** What another tab tells may come after what was typed here later: the hour it was typed decides. */
function show(entry: OutboxEntry): void {
  useOutbox.setState(({ entries }) => ({
    entries: entries.some(other => other.nonce === entry.nonce)
      ? entries.map(other => (other.nonce === entry.nonce ? entry : other))
      : inOrder([...entries, entry]),
  }));
}

function hide(nonce: string): void {
  useOutbox.setState(({ entries }) => ({ entries: entries.filter(entry => entry.nonce !== nonce) }));
}

/** Other tabs are told once the device knows it: they look there before they send. */
function put(entry: OutboxEntry): void {
  show(entry);
  void keepEntry(entry).then(() => tellTabs({ entry }));
}

/** Takes an entry out: the server has it, or its author gave it up. */
export function drop(nonce: string): void {
  const entry = find(nonce);
  if (!entry) return;
  hide(nonce);
  uploads.get(nonce)?.abort();
  forgetFiles(entry.files);
  void forgetEntry(entry).then(() => tellTabs({ dropped: nonce }));
}

/** Sends a message: it is in the outbox at once, and leaves it when the server has it. */
export function post(
  place: Place,
  content: string,
  files: readonly LocalFile[] = [],
  replyTo: Answered | null = null,
): void {
  const userId = useSession.getState().user?._id;
  if (!userId) return;
  const entry = {
    nonce: newUuid(),
    userId,
    place,
    content,
    ...(files.length > 0 && { files }),
    ...(replyTo && { replyTo }),
  };
  put({ ...entry, time: new Date().toISOString(), state: 'waiting' });
  void flushPlace(place);
}

/** Tries again one that was refused. */
export function retry(nonce: string): void {
  const entry = find(nonce);
  if (entry) sendAgain(entry);
}

/** Stops sending one that has files: it is then as if it had been refused. */
export function hold(nonce: string): void {
  const entry = find(nonce);
  if (entry?.state !== 'waiting') return;
  put({ ...entry, state: 'failed', reason: i18n.t('attachments:cancelled') });
  uploads.get(nonce)?.abort();
}

/**
 * Sends one that was refused with another text, and other files, in its place.
 * @returns false when it no longer waits
 */
export async function rewrite(nonce: string, content: string, files?: readonly LocalFile[]): Promise<boolean> {
  const userId = useSession.getState().user?._id;
  if (userId) await restoreOutbox(userId);
  const entry = find(nonce);
  if (!entry) return false;
  if (files) forgetFiles(entry.files?.filter(({ id }) => !files.some(file => file.id === id)));
  sendAgain({ ...entry, content, ...(files && { files }) });
  return true;
}

function sendAgain(entry: OutboxEntry): void {
  put({ ...entry, state: 'waiting', reason: undefined });
  void flushPlace(entry.place);
}

/** How long an answer is waited for, in milliseconds: a connection may have died without a word. */
const patience = 15_000;

/** What stops those whose files are on their way. */
const uploads = new Map<string, AbortController>();

async function send(entry: OutboxEntry): Promise<Message> {
  const { nonce, files } = entry;
  if (!files?.length) {
    const signal = AbortSignal.timeout(patience);
    return (await call(api.messages.send, { body: bodyOf(entry) }, { signal })).message;
  }
  const upload = new AbortController();
  uploads.set(nonce, upload);
  try {
    const away = () => Promise.reject(new ApiError({ status: 0, code: 'network', message: i18n.t('network') }));
    const { sendFiles } = await pressed(() => import('../../files/open/send.ts')).catch(away);
    return await sendFiles({ nonce, files, body: bodyOf(entry) }, upload.signal);
  } finally {
    uploads.delete(nonce);
  }
}

const sending = new Map<string, Promise<void>>();
let again: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** Sends what waits in one place, one after the other so that it arrives in the order it was typed. */
function flushPlace(place: Place): Promise<void> {
  const key = placeKey(place);
  const known = sending.get(key);
  if (known) return known;
  // Over as soon as nothing waits any more, not when the lock is free again: what is typed in between starts a new run.
  const hasFiles = useOutbox.getState().entries.some(entry => entry.files && placeKey(entry.place) === key);
  const run = alone(key, () => sendAll(key).finally(() => sending.delete(key)), hasFiles);
  sending.set(key, run);
  return run;
}

async function sendAll(key: string): Promise<void> {
  for (;;) {
    const waiting = ({ place, state }: OutboxEntry) => state === 'waiting' && placeKey(place) === key;
    const typed = useOutbox.getState().entries.find(waiting);
    if (!typed) return;
    const entry = await latestOf(typed);
    // Given up while it was looked up; or another tab was faster.
    if (!find(typed.nonce)) continue;
    if (!entry) hide(typed.nonce);
    else if (entry.state !== 'waiting') show(entry);
    if (entry?.state !== 'waiting') continue;
    try {
      const message = await send(entry);
      failures = 0;
      applyChange(placeOf(message), { seq: message.seq, message });
      drop(entry.nonce);
      // Before another tab has its turn.
      await forgetEntry(entry);
    } catch (cause) {
      // Its event may have come although the answer did not; or its author stopped it.
      if (find(entry.nonce)?.state !== 'waiting' || (cause as Error).name === 'AbortError') continue;
      if (!isRefused(cause, entry)) return tryLater();
      put({ ...entry, state: 'failed', ...refusalOf(cause) });
    }
  }
}

function tryLater(): void {
  failures += 1;
  flushIn(Math.min(30_000, 1_000 * 2 ** Math.min(failures, 5)) * (0.5 + Math.random()));
}

function flushIn(wait: number): void {
  if (again !== undefined || !useSession.getState().token) return;
  again = setTimeout(() => {
    again = undefined;
    void flushOutbox();
  }, wait);
}

/** Sends all that waits, now: the connection is back. */
export async function flushOutbox(): Promise<void> {
  clearTimeout(again);
  again = undefined;
  const places = new Map(useOutbox.getState().entries.map(({ place }) => [placeKey(place), place]));
  await Promise.all([...places.values()].map(flushPlace));
}

let restoring: { userId: string; done: Promise<void> } | null = null;

/** Takes up, once, what an earlier page left unsent for this person. */
export function restoreOutbox(userId: string): Promise<void> {
  if (restoring?.userId !== userId) restoring = { userId, done: takeUp(userId) };
  return restoring.done;
}

async function takeUp(userId: string): Promise<void> {
  const kept = await entriesOf(userId);
  if (useSession.getState().user?._id !== userId) return;
  const mine = kept.filter(({ nonce }) => !find(nonce));
  useOutbox.setState(({ entries }) => ({ entries: inOrder([...mine, ...entries]) }));
  void flushOutbox();
}

hearTabs(told => {
  if ('dropped' in told) return hide(told.dropped);
  if (told.entry.userId !== useSession.getState().user?._id) return;
  show(told.entry);
  // That tab sends it, unless it is closed before.
  if (told.entry.state === 'waiting') flushIn(patience);
});

onSessionEnd((reason, userId) => {
  clearTimeout(again);
  again = undefined;
  restoring = null;
  useOutbox.setState({ entries: [] });
  for (const upload of uploads.values()) upload.abort();
  if (reason !== 'logout' || !userId) return;
  void forgetEntriesOf(userId);
  void import('../../files/open/blobs.ts').then(({ forgetBlobsOf }) => forgetBlobsOf(userId));
});
