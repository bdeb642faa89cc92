import { api } from '@palabre/common/contract/index.ts';
import type { Place } from '../../../platform/address/place.ts';
import { ApiError, call } from '../../../platform/server/api.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import type { ReadMark } from '../../reading/unread/open/device-marks.ts';
import { threadQuery } from './open/thread.queries.ts';
import { emptyTimeline, opened, opensInside, type Page, prepended, type Timeline } from './open/timeline.ts';
import { ofThisSession } from './open/timelines.store.ts';

/** Maximum of pages loaded backwards for the first new message, when the last read message is deleted. */
const pagesBack = 4;

/** Applies a page to a timeline. */
type Step = (timeline: Timeline) => Timeline;

/** Tells whether a readable place lacks the requested message. */
export const isMissing = (cause: unknown) => cause instanceof ApiError && cause.code === 'message_not_found';

/**
 * Loads a page of a place. A thread's latest page is requested by its root: a thread without replies is no place yet.
 */
export async function askPage(
  place: Place,
  query: { around?: string | undefined; prev?: string; next?: string; since?: string } = {},
): Promise<Page> {
  const isLatest = Object.values(query).every(value => value === undefined);
  if (place.threadId !== undefined && isLatest)
    return ofThisSession(queryClient.fetchQuery(threadQuery(place.threadId)));
  return ofThisSession(call(api.messages.page, { query: { ...place, ...query } }));
}

/** Loads the first window of a place: around the last read message, else the latest page. */
export async function firstPages(place: Place, mark: ReadMark | null, userId: string): Promise<Step[]> {
  const open =
    (page: Page): Step =>
    timeline =>
      opened(timeline, page);
  const holds = (window: Timeline) => opensInside(window, mark?.position ?? null, userId);
  if (mark) {
    const page = await askPage(place, { around: mark.id }).catch((cause: unknown) => {
      if (!isMissing(cause)) throw cause;
      return null;
    });
    if (page && holds(opened(emptyTimeline, page))) return [open(page)];
  }
  const latest = await askPage(place);
  const steps = [open(latest)];
  let window = opened(emptyTimeline, latest);
  while (!holds(window) && window.prevCursor !== null && steps.length <= pagesBack) {
    const prev = window.prevCursor;
    const page = await askPage(place, { prev });
    const step: Step = timeline => prepended(timeline, prev, page);
    steps.push(step);
    window = step(window);
  }
  return steps;
}
