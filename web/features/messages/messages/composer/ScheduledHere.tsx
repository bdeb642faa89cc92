import { Suspense, useEffect, useState } from 'react';
import type { Place } from '../../../../platform/address/place.ts';
import { whenIdle } from '../../../../platform/device/when-idle.ts';
import { laterUnasked } from '../../../../ui/overlays/later.ts';

const ScheduledLine = laterUnasked(
  async () => (await import('../../scheduled/open/ScheduledLine.tsx')).ScheduledLine,
  () => null,
);

/** Delay after which the line is asked for, and the longest wait for a moment of rest: the messages of the page come first. */
const afterPageMs = 2_000;

/** Line about what is scheduled in a place, fetched once the page is idle. */
export function ScheduledHere({ place }: { place: Place }) {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => whenIdle(() => setAsked(true), afterPageMs), afterPageMs);
    return () => clearTimeout(timer);
  }, []);
  return isAsked ? (
    <Suspense fallback={null}>
      <ScheduledLine place={place} />
    </Suspense>
  ) : null;
}
