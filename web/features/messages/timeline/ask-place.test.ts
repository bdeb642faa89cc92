// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import { askPlace, isBeingAsked, openAsked } from './open/ask-place.ts';
import { emptyTimeline } from './open/timeline.ts';
import { restorePlace } from './open/timelines.store.ts';
import { forgetPlaces } from './open/timelines.ts';

const place = { channelId: '018f0000-0000-7000-8000-0000000000a5' };

let asked: string[];
let refuse: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  const held = new Promise<void>(resolve => {
    refuse = resolve;
  });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://palabre').pathname);
    await held;
    return Response.json({ code: 'not_found', message: 'Rien.' }, { status: 404 });
  });
  login('token', { _id: 'camille', firstName: 'Camille' });
});

afterEach(() => {
  forgetPlaces();
  endSession('logout');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('A place that opens joins its pending prefetch, however old, even when the device has shown what it kept meanwhile', async () => {
  askPlace(place);
  await vi.advanceTimersByTimeAsync(11_000);
  restorePlace(place, { ...emptyTimeline, loaded: true });
  const opened = openAsked(place);
  refuse();
  await Promise.all([opened, vi.advanceTimersByTimeAsync(0)]);
  expect(isBeingAsked(place)).toBe(false);
  expect(asked).toEqual(['/api/message/paginated']);
});
