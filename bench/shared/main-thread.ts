import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds: start, duration, and CPU time of the thread within that duration. */
  ts: number;
  dur?: number;
  tdur?: number;
}

/** Returns the CPU milliseconds of the page's main thread between each performance mark `begun` and the next mark `done`. */
export async function workUpTo(
  session: CDPSession,
  begun: string,
  done: string,
  run: () => Promise<void>,
): Promise<number[]> {
  const events: TraceEvent[] = [];
  const take = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', take);
  // As few categories as possible: tracing each step would cost more than the work itself.
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
