import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began, how long it lasted, and how long of that its thread had a processor. */
  ts: number;
  dur?: number;
  tdur?: number;
}

/**
 * Milliseconds of processor that the page's main thread has taken from each `begun` to the next `done`, both marks that
 * the page makes.
 */
export async function workUpTo(
  session: CDPSession,
  begun: string,
  done: string,
  run: () => Promise<void>,
): Promise<number[]> {
  const events: TraceEvent[] = [];
  const take = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', take);
  // The fewest: to write down each step of the work would be most of it.
  const includedCategories = ['toplevel', 'blink.user_timing'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await run();
  const complete = new Promise<void>(tell => session.once('Tracing.tracingComplete', () => tell()));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', take);

  return events
    .filter(({ name }) => name === done)
    .map(({ pid, tid, ts: until }) => {
      const from = events.findLast(({ name, ts }) => name === begun && ts < until)?.ts ?? until;
      return events
        .filter(one => one.name === 'ThreadControllerImpl::RunTask' && one.pid === pid && one.tid === tid)
        .filter(({ ts, dur = 0 }) => ts + dur > from && ts < until)
        .reduce((sum, { tdur = 0 }) => sum + tdur / 1_000, 0);
    });
}
