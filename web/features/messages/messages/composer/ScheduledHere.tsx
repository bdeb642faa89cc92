import { Suspense, useEffect, useState } from 'react';
import type { Place } from '../../../../platform/address/place.ts';
import { whenIdle } from '../../../../platform/device/when-idle.ts';
import { laterUnasked } from '../../../../ui/overlays/later.ts';

const ScheduledLine = laterUnasked(
  async () => (await import('../../scheduled/open/ScheduledLine.tsx')).ScheduledLine,
  () => null,
);

/** Delay before the line's request, and its longest wait for an idle moment: the page's messages come first. */
const afterPageMs = 2_000;

/** Shows a line about a place's scheduled messages, fetched once the page is idle. */
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
