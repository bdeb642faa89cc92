import { api } from '@palabre/common/contract/index.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { forgetAnswer, keepAnswer } from '../../platform/device/device-cache.ts';
import { logFailure } from '../../platform/device/log.ts';
import { whenIdle } from '../../platform/device/when-idle.ts';
import { type PlaceState, useTimelines } from '../messages/timeline/open/places.ts';
import { type KeptPlace, type KeptQuery, keptPaths, placeName, queryName } from './kept-answers.ts';

/** Milliseconds between two writings: a lively channel changes all the time. */
const apart = 3_000;
/** Milliseconds that a page which is never idle puts a writing off. */
const putOff = 2_000;
/** A place of which one has scrolled through more is kept as it was before. */
const messagesKept = 200;

/** What is to be kept under a name: null leaves what is there, undefined forgets it. */
type Reader = () => KeptQuery | KeptPlace | null | undefined;

/** Keeps on this device what is shown, as it changes, for the next visit to begin with. */
export function keepAnswers(client: QueryClient): void {
  const changed = new Map<string, Reader>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const now = [...changed];
    changed.clear();
    for (const [name, read] of now) {
      const value = read();
      if (value === undefined) await forgetAnswer(name);
      else if (value !== null) await keepAnswer(name, value);
    }
  };
  const saveNow = () => {
    save().catch((cause: unknown) => logFailure('What is shown is not kept on this device', cause));
  };
  /** `soon`: what is gone, and which workspaces one is in, are not to be met again by a visit that follows at once. */
  const note = (name: string, read: Reader, soon: boolean) => {
    changed.set(name, read);
    if (soon) clearTimeout(timer);
    if (soon) timer = setTimeout(saveNow);
    // Sealing hundreds of messages takes milliseconds: those of a press that is being answered least of all.
    else timer ??= setTimeout(() => whenIdle(saveNow, putOff), apart);
  };

  const noteQuery = ({ queryKey: key, queryHash }: Query, isGone = false) => {
    if (!keptPaths.has(key[0])) return;
    const read: Reader = () => {
      const query = client.getQueryCache().get(queryHash);
      if (query?.state.data === undefined) return undefined;
      return query.isActive() ? { key, data: query.state.data } : null;
    };
    note(queryName(queryHash), read, isGone || key[0] === api.workspaces.mine.path);
  };
  const notePlace = (key: string) => {
    const read = () => useTimelines.getState().places[key];
    note(placeName(key), () => placeKept(read()), !read());
  };

  client.getQueryCache().subscribe(({ type, query, ...event }) => {
    const answered = type === 'updated' && 'action' in event && event.action.type === 'success';
    if (answered || type === 'observerAdded' || type === 'removed') noteQuery(query, type === 'removed');
  });
  useTimelines.subscribe(({ places }, { places: before }) => {
    for (const key of new Set([...Object.keys(places), ...Object.keys(before)])) {
      if (places[key]?.timeline !== before[key]?.timeline) notePlace(key);
    }
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveNow();
  });
  for (const query of client.getQueryCache().getAll()) noteQuery(query);
  for (const key of Object.keys(useTimelines.getState().places)) notePlace(key);
}

function placeKept(state: PlaceState | undefined): KeptPlace | null | undefined {
  if (!state) return undefined;
  const { messages, from, to, prevCursor, nextCursor, seq, loaded } = state.timeline;
  if (!loaded || messages.length > messagesKept) return null;
  const whole = Number.isFinite(to) ? to : null;
  return { place: state.place, timeline: { messages, from, to: whole, prevCursor, nextCursor, seq } };
}
