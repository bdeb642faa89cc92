import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import { create } from 'zustand';
import { type Place, placeKey, placeOf } from '../../../../platform/address/place.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import { newUuid } from '../../../../platform/uuid.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import type { LocalFile } from '../../files/open/local-file.ts';
import { applyChange } from '../../timeline/open/timelines.ts';
import { answerTimeoutMs, forgetFiles, isRefused, refusalOf, send, stopUpload, stopUploads } from '../sending.ts';
import { forgetEntriesOf, forgetEntry, keepAgain, keepEntry, latestOf, readEntries } from '../storage.ts';
import { alone, hearTabs, tellTabs } from '../tabs.ts';

/** Message that the server does not have yet, as far as this page knows. */
export interface OutboxEntry {
  /** Idempotency key: any number of attempts with it make one message. */
  nonce: string;
  userId: string;
  place: Place;
  content: string;
  /** Attached files, whose bytes are stored apart. */
  files?: readonly LocalFile[];
  /** Answered message, as it was when the answer was begun. */
  replyTo?: Answered | undefined;
  /** Whether the channel or conversation of the thread shows the reply too. */
  alsoInPlace?: true;
  /** ISO time of the typing. */
  time: string;
  /** `preparing`: this page is still reading the message's files. */
  state: 'preparing' | 'waiting' | 'failed';
  /** Reason of the refusal. */
  reason?: string;
}

interface OutboxState {
  /** Sorted by the time of typing. */
  entries: readonly OutboxEntry[];
}

/**
 * Holds the user's unsent messages of all tabs of this browser; kept on the device. The outbox feature covers unsent
 * text: this queue, and the drafts and edits in `writing.ts`.
 */
export const useOutbox = create<OutboxState>(() => ({ entries: [] }));

/**
 * Returns the entries that a place shows. A message whose files are still being read stays hidden until they are, and
 * so do the messages typed after it.
 */
export function shownIn(key: string, entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const typed = entries.filter(entry => placeKey(entry.place) === key);
  const unready = typed.findIndex(({ state }) => state === 'preparing');
  return unready < 0 ? typed : typed.slice(0, unready);
}

const find = (nonce: string) => useOutbox.getState().entries.find(entry => entry.nonce === nonce);

const inOrder = (entries: readonly OutboxEntry[]) => [...entries].sort((a, b) => byCode(a.time, b.time));

/** Shows an entry; another tab's entry may arrive after newer ones, so entries sort by their time. */
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

/** Stores an entry, then tells the other tabs, which read it from the storage before sending. */
function put(entry: OutboxEntry): void {
  show(entry);
  void keepEntry(entry).then(() => tellTabs({ entry }));
}

/** Removes an entry: the server has it, or its author gave it up. */
export function drop(nonce: string): void {
  const entry = find(nonce);
  if (!entry) return;
  hide(nonce);
  stopUpload(nonce);
  forgetFiles(entry.files);
  void forgetEntry(entry).then(() => tellTabs({ dropped: nonce }));
}

/**
 * Sends a message: adds it to the outbox at once, and removes it when the server has it.
 * @param arriving files still being read
 * @param nonce nonce under which the server may already have it
 */
export function post(
  place: Place,
  content: string,
  files: readonly LocalFile[] = [],
  arriving: readonly Promise<readonly LocalFile[]>[] = [],
  replyTo: Answered | null = null,
  alsoInPlace = false,
  nonce = newUuid(),
): void {
  const userId = useSession.getState().user?._id;
  if (!userId) return;
  const typed = { nonce, userId, place, content, time: new Date().toISOString(), state: 'waiting' } as const;
  const entry = {
    ...typed,
    ...(files.length > 0 && { files }),
    ...(replyTo && { replyTo }),
    ...(alsoInPlace && { alsoInPlace }),
  };
  if (arriving.length > 0) void prepare(entry, arriving);
  else enqueue(entry);
}

/** Enqueues an entry once its files are read; entries typed after it wait for it. */
async function prepare(entry: OutboxEntry, arriving: readonly Promise<readonly LocalFile[]>[]): Promise<void> {
  show({ ...entry, state: 'preparing' });
  // If the page unloads first, the next one restores the message as failed.
  void keepEntry({ ...entry, state: 'failed', reason: i18n.t('messages:composer.attachFailed') });
  const files = [...(entry.files ?? []), ...(await Promise.all(arriving)).flat()];
  // An entry removed by the end of its session is not sent: the next session may be another user's.
  if (find(entry.nonce)?.state === 'preparing') enqueue({ ...entry, ...(files.length > 0 && { files }) });
}

/** Resolves once an entry is prepared or removed. */
const prepared = (nonce: string): Promise<void> =>
  new Promise(resolve => {
    const stop = useOutbox.subscribe(() => {
      if (find(nonce)?.state === 'preparing') return;
      stop();
      resolve();
    });
  });

/** Retries a failed entry. */
export function retry(nonce: string): void {
  const entry = find(nonce);
  if (entry) enqueue(entry);
}

/** Cancels the upload of an entry, which then counts as failed. */
export function hold(nonce: string): void {
  const entry = find(nonce);
  if (entry?.state !== 'waiting') return;
  put({ ...entry, state: 'failed', reason: i18n.t('attachments:cancelled') });
  stopUpload(nonce);
}

/**
 * Retries a failed entry with another text and other files, in its place.
 * @returns false when the entry is gone
 */
export async function rewrite(nonce: string, content: string, files?: readonly LocalFile[]): Promise<boolean> {
  const userId = useSession.getState().user?._id;
  if (userId) await restoreOutbox(userId);
  const entry = find(nonce);
  if (!entry) return false;
  if (files) forgetFiles(entry.files?.filter(({ id }) => !files.some(file => file.id === id)));
  enqueue({ ...entry, content, ...(files && { files }) });
  return true;
}

function enqueue(entry: OutboxEntry): void {
  put({ ...entry, state: 'waiting', reason: undefined });
  void flushPlace(entry.place);
}

/** Run that sends the waiting entries of one place. */
interface Run {
  done: Promise<void>;
  /**
   * Whether the run has found nothing more to send, which it does in one turn: text typed after it starts a new run.
   */
  over: boolean;
}

const sending = new Map<string, Run>();
let again: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** Sends the waiting entries of one place one by one, in the order of typing. */
function flushPlace(place: Place): Promise<void> {
  const key = placeKey(place);
  const known = sending.get(key);
  if (known && !known.over) return known.done;
  // The run is over as soon as nothing waits, not when the lock is released.
  const hasFiles = useOutbox.getState().entries.some(entry => entry.files && placeKey(entry.place) === key);
  const run: Run = { done: Promise.resolve(), over: false };
  sending.set(key, run);
  const end = () => {
    run.over = true;
  };
  run.done = alone(key, () => sendAll(key, end).finally(end), hasFiles);
  return run.done;
}

async function sendAll(key: string, end: () => void): Promise<void> {
  for (;;) {
    const isNext = ({ place, state }: OutboxEntry) => state !== 'failed' && placeKey(place) === key;
    const typed = useOutbox.getState().entries.find(isNext);
    if (!typed) return end();
    if (typed.state === 'preparing') {
      await prepared(typed.nonce);
      continue;
    }
    const entry = await latestOf(typed);
    // The author gave it up meanwhile, or another tab sent it.
    if (!find(typed.nonce)) continue;
    if (!entry) hide(typed.nonce);
    else if (entry.state !== 'waiting') show(entry);
    if (entry?.state !== 'waiting') continue;
    try {
      const message = await send(entry);
      failures = 0;
      applyChange(placeOf(message), { seq: message.seq, message });
      drop(entry.nonce);
      // Removes the stored entry before another tab gets the lock.
      await forgetEntry(entry);
    } catch (cause) {
      // Its event came although the answer did not, or its author cancelled it.
      if (find(entry.nonce)?.state !== 'waiting' || (cause as Error).name === 'AbortError') continue;
      if (!isRefused(cause, entry)) {
        void keepAgain(entry);
        return tryLater();
      }
      put({ ...entry, state: 'failed', ...refusalOf(cause, entry) });
    }
  }
}

function tryLater(): void {
  failures += 1;
  flushIn(Math.min(30_000, 1_000 * 2 ** Math.min(failures, 5)) * (0.5 + Math.random()));
}

function flushIn(wait: number): void {
  if (again !== undefined) return;
  again = setTimeout(() => {
    again = undefined;
    void flushOutbox();
  }, wait);
}

/** Sends all waiting entries at once, as the connection is back. */
export async function flushOutbox(): Promise<void> {
  clearTimeout(again);
  again = undefined;
  const places = new Map(useOutbox.getState().entries.map(({ place }) => [placeKey(place), place]));
  await Promise.all([...places.values()].map(flushPlace));
}

let restoring: { userId: string; done: Promise<void> } | null = null;

/** Restores, once, the entries that an earlier page left unsent. */
export function restoreOutbox(userId: string): Promise<void> {
  if (restoring?.userId !== userId) restoring = { userId, done: takeUp(userId) };
  return restoring.done;
}

const takeUp = (userId: string): Promise<void> =>
  readEntries(userId, kept => {
    if (useSession.getState().user?._id !== userId) return;
    const mine = kept.filter(({ nonce }) => !find(nonce));
    useOutbox.setState(({ entries }) => ({ entries: inOrder([...mine, ...entries]) }));
    void flushOutbox();
  });

hearTabs(told => {
  if ('dropped' in told) return hide(told.dropped);
  if (told.entry.userId !== useSession.getState().user?._id) return;
  show(told.entry);
  // The other tab sends it; this one retries later, in case that tab closes.
  if (told.entry.state === 'waiting') flushIn(answerTimeoutMs);
});

onSessionEnd((reason, userId) => {
  clearTimeout(again);
  again = undefined;
  restoring = null;
  useOutbox.setState({ entries: [] });
  stopUploads();
  if (reason !== 'logout' || !userId) return;
  void forgetEntriesOf(userId);
  void import('../../files/open/blobs.ts').then(({ forgetBlobsOf }) => forgetBlobsOf(userId));
});
