import { api } from '@palabre/common/contract/index.ts';
import type { Place } from '../../../platform/address/place.ts';
import { ApiError, call } from '../../../platform/server/api.ts';
import type { ReadMark } from '../../reading/unread/open/last-read.ts';
import { emptyTimeline, opened, opensInside, type Page, prepended, type Timeline } from './open/timeline.ts';

/** How many pages back the first new message is looked for, when the last one read is no longer there to ask around. */
const pagesBack = 4;

/** Takes a page into what is known of a place. */
type Step = (timeline: Timeline) => Timeline;

/** There is no such message in this place, which one may read. */
export const isMissing = (cause: unknown) => cause instanceof ApiError && cause.code === 'message_not_found';

/** Fetches what one sees first of a place: the messages around the last one read, else the latest. */
export async function firstPages(place: Place, mark: ReadMark | null, userId: string): Promise<Step[]> {
  const ask = (query: { around?: string; prev?: string }) => call(api.messages.page, { query: { ...place, ...query } });
  const open =
    (page: Page): Step =>
    timeline =>
      opened(timeline, page);
  const holds = (window: Timeline) => opensInside(window, mark?.position ?? null, userId);
  if (mark) {
    const page = await ask({ around: mark.id }).catch((cause: unknown) => {
      if (!isMissing(cause)) throw cause;
      return null;
    });
    if (page && holds(opened(emptyTimeline, page))) return [open(page)];
  }
  const latest = await ask({});
  const steps = [open(latest)];
  let window = opened(emptyTimeline, latest);
  while (!holds(window) && window.prevCursor !== null && steps.length <= pagesBack) {
    const prev = window.prevCursor;
    const page = await ask({ prev });
    const step: Step = timeline => prepended(timeline, prev, page);
    steps.push(step);
    window = step(window);
  }
  return steps;
}
