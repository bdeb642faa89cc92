import { useEffect, useState } from 'react';
import { whenIdle } from '../../platform/device/when-idle.ts';

/** Time after which a page that is never idle counts as idle. */
const idleWithinMs = 2_000;

/** Tells whether the page has been idle since it opened: background work begins then. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), idleWithinMs), []);
  return idle;
}
