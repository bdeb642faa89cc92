/**
 * The threads feature: the state of the thread under each message, the list of threads, and where a thread opens. A
 * thread is a place (`address/place.ts`), with replies, drafts and read marks like any place. This module holds the
 * states from events, over the states fetched with the messages; `unread` is only in the list of unread states.
 */

import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { ThreadState } from '@palabre/common/contract/messages/thread-state.ts';
import type { Thread } from '@palabre/common/contract/messages/threads.ts';
import { create } from 'zustand';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { call, isPassing } from '../../../../platform/server/api.ts';
import { backoff, triedAtMost } from '../../../../platform/server/backoff.ts';
import { onSessionEnd } from '../../../../platform/session/session.ts';
import { keptPlaces, ofThisSession, placeStateOf, updatePlace } from '../../timeline/open/timelines.store.ts';

type States = Readonly<Record<string, ThreadState>>;

/** Holds the thread states received since the last connection, by root id. */
export const useThreadStates = create<{ states: States }>(() => ({ states: {} }));

/** Returns the newer of two states of a thread; the first when both are of the same change. */
export const newerState = (told: ThreadState, read: ThreadState | undefined): ThreadState =>
  read && read.seq > told.seq ? read : told;

/** Stores the state of a thread, unless a newer state is known. */
export function tellThread(id: string, state: ThreadState): void {
  useThreadStates.setState(({ states }) => {
    const next = states[id] ? newerState(state, states[id]) : state;
    return next === states[id] ? { states } : { states: { ...states, [id]: next } };
  });
}

/** Returns the state of a thread, without the ids of the thread and its place. */
export function stateOf({ threadId: _id, parent: _parent, workspaceId: _workspaceId, ...state }: Thread): ThreadState {
  return state;
}

/** Messages as last shown with a state: the same message and state return the same object. */
const shown = new WeakMap<Message, { told: ThreadState; message: Message }>();

function withState(message: Message, told: ThreadState): Message {
  const known = shown.get(message);
  if (known?.told === told) return known.message;
  const { thread: read, ...bare } = message;
  const state = newerState(told, read);
  const isSame = state === read || (state.replies === 0 && !read);
  const now = isSame ? message : state.replies === 0 ? bare : { ...bare, thread: state };
  shown.set(message, { told, message: now });
  return now;
}

/** Applies the received states to their roots; returns the same array when there are none. */
export function threaded(messages: readonly Message[], states: States): readonly Message[] {
  if (!messages.some(({ _id }) => states[_id])) return messages;
  return messages.map(message => {
    const told = states[message._id];
    return told ? withState(message, told) : message;
  });
}

/** Places whose threads may have changed during a lost connection. */
const stale = new Set<string>();
/** Places on screen. */
const onScreen = new Map<string, Place>();

/** Refetches the thread states of a place, since its catch-up doesn't report a thread's replies. */
async function askStates(place: Place): Promise<void> {
  stale.delete(placeKey(place));
  const messages = placeStateOf(place)?.timeline.messages ?? [];
  for (let end = messages.length; end > 0; end -= limits.threadStates) {
    const asked = messages.slice(Math.max(0, end - limits.threadStates), end);
    const ids = asked.map(({ _id }) => _id).join();
    const { threads } = await ofThisSession(call(api.threads.states, { query: { ids } }));
    for (const thread of threads) tellThread(thread.threadId, stateOf(thread));
    const answered = new Set(threads.map(({ threadId }) => threadId));
    for (const { _id, thread } of asked)
      if (thread && !answered.has(_id)) tellThread(_id, { ...thread, replies: 0, people: [], lastAt: null });
  }
}

/** Fetches the thread states of a place; retries after a transient failure while the place is on screen. */
function ask(place: Place, tries = 1): void {
  if (place.threadId !== undefined) return;
  const key = placeKey(place);
  askStates(place).catch((cause: unknown) => {
    stale.add(key);
    if (tries >= triedAtMost || !isPassing(cause))
      return logFailure('The threads could not be brought up to date', cause);
    setTimeout(() => stale.has(key) && onScreen.has(key) && ask(place, tries + 1), backoff(tries));
  });
}

/** Keeps the threads of a place current while the place is on screen. Returns the function that ends it. */
export function watchThreads(place: Place): () => void {
  const key = placeKey(place);
  onScreen.set(key, place);
  if (stale.has(key)) ask(place);
  return () => void onScreen.delete(key);
}

/** Refetches thread states after a lost connection: at once for the places on screen, else when a place opens. */
export function catchUpThreads(): void {
  const { states } = useThreadStates.getState();
  useThreadStates.setState({ states: {} });
  for (const place of keptPlaces()) {
    updatePlace(place, state => {
      const messages = threaded(state.timeline.messages, states);
      return messages === state.timeline.messages ? state : { ...state, timeline: { ...state.timeline, messages } };
    });
    stale.add(placeKey(place));
  }
  for (const place of onScreen.values()) ask(place);
}

onSessionEnd(() => {
  stale.clear();
  useThreadStates.setState({ states: {} });
});
