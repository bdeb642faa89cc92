import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionsOfOne } from './platform/postgres/embedded.ts';
import { startPalabre } from './test/harness.ts';

test('A server takes as many connections as operators are told of, with one of them left for a command', async () => {
  const connected = vi.spyOn(pg.Pool.prototype, 'connect');
  onTestFinished(() => connected.mockRestore());
  const { services } = await startPalabre();
  const { pool, first, searches } = services.database;
  const own: pg.Pool[] = [pool, first, searches];
  const mostOf = (pools: pg.Pool[]) => pools.map(({ options }) => options.max ?? Number.NaN);
  expect(mostOf(own)).toEqual([8, 4, 4]);
  // The jobs have connections of their own; a server that has just been closed may still let go of its own.
  const ofJobs = () => [...new Set(mostOf((connected.mock.contexts as pg.Pool[]).filter(one => !own.includes(one))))];
  await vi.waitFor(() => expect(ofJobs()).toEqual([6]));
  expect([...mostOf(own), ...ofJobs()].reduce((sum, most) => sum + most, 1)).toBe(connectionsOfOne);
});
