import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began, how long it lasted, and how long of that its thread had a processor. */
  ts: number;
  dur?: number;
  tdur?: number;
  args: { data?: { type?: string } };
}

/**
 * Milliseconds of processor that the page's main thread has taken from each of these inputs to the mark that the page
 * makes when it has answered it.
 */
export async function workUpTo(
  session: CDPSession,
  input: string,
  mark: string,
  run: () => Promise<void>,
): Promise<number[]> {
  const events: TraceEvent[] = [];
  const take = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', take);
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await run();
  const complete = new Promise<void>(done => session.once('Tracing.tracingComplete', () => done()));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', take);

  const inputs = events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === input);
  return events
    .filter(({ name }) => name === mark)
    .map(({ pid, tid, ts: until }) => {
      const from = Math.max(...inputs.filter(({ ts }) => ts < until).map(({ ts }) => ts));
      return events
        .filter(one => one.name === 'RunTask' && one.pid === pid && one.tid === tid)
        .filter(({ ts, dur = 0 }) => ts + dur > from && ts < until)
        .reduce((sum, { tdur = 0 }) => sum + tdur / 1_000, 0);
    });
}
