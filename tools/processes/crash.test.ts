import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client } from '../../server/test/client.ts';
import type { Launched } from '../launch.ts';
import { start, until, usedDataFolder } from './palabre.ts';
import { demandNothingLost, gatherWriters, lastSeq } from './under-load.ts';
import { Watcher } from './watcher.ts';
import { Writers } from './writers.ts';

const startIn = (dataDir: string): Promise<Launched> => start(dataDir, { RATE_LIMITS: 'off' }).ready();
const urlOf = (running: Launched): string => running.url as string;

test('SIGKILL under load, of the server and then of PostgreSQL too, loses and duplicates no message', async () => {
  const dataDir = usedDataFolder();
  let running = await startIn(dataDir);
  const { tokens, channelIds } = await gatherWriters(urlOf(running));
  const watcher = new Watcher(tokens[1] ?? '', channelIds);
  await watcher.connect(urlOf(running));
  const writers = new Writers(() => urlOf(running), tokens, channelIds);

  for (const killed of ['the server', 'the server and PostgreSQL']) {
    await writers.more(200);
    const postgres = running.postgres as number;
    running.kill('SIGKILL');
    if (killed.includes('PostgreSQL')) process.kill(postgres, 'SIGKILL');
    expect(await running.end()).toBe('SIGKILL');
    await until('end of the socket', () => watcher.closed);
    running = await startIn(dataDir);
    await watcher.connect(urlOf(running));
  }
  await writers.more(200);

  const acknowledged = await writers.stop();
  await until('all events heard', () => channelIds.every(id => watcher.known(id) === lastSeq(acknowledged, id)));
  // The kills happened under load: requests were cut.
  expect(writers.statuses.get(0)).toBeGreaterThan(0);
  expect([...writers.statuses.keys()].filter(status => ![0, 200, 201, 503].includes(status))).toEqual([]);
  await demandNothingLost(new Client(urlOf(running), tokens[0] ?? ''), channelIds, acknowledged, [watcher]);
  expect(watcher.faults).toEqual([]);
  watcher.close();
});

test('SIGKILL of PostgreSQL under load gives 503 while it is away, keeps sockets open, and is recovered from without help', async () => {
  const dataDir = usedDataFolder();
  const running = await startIn(dataDir);
  const { tokens, channelIds } = await gatherWriters(urlOf(running));
  const watcher = new Watcher(tokens[1] ?? '', channelIds);
  await watcher.connect(urlOf(running));
  const writers = new Writers(() => urlOf(running), tokens, channelIds);

  await writers.more(200);
  const before = running.postgres as number;
  // With its folder moved away, PostgreSQL cannot come back before a request has asked for it.
  const [folder, away] = [join(dataDir, 'postgres'), join(dataDir, 'away')];
  renameSync(folder, away);
  process.kill(before, 'SIGKILL');
  await until('503', () => writers.statuses.has(503));
  renameSync(away, folder);
  await until('another PostgreSQL', () => (running.postgres ?? before) !== before);
  await writers.more(200);

  const acknowledged = await writers.stop();
  expect([...writers.statuses.keys()].filter(status => ![200, 201, 503].includes(status))).toEqual([]);
  expect(writers.withoutRetryAfter).toBe(0);
  expect([running.ended, watcher.closed]).toEqual([undefined, undefined]);
  // Messages stored although their writer got 503 were sent at the retry: no catch-up is needed.
  await until('all events heard', () => channelIds.every(id => watcher.known(id) === lastSeq(acknowledged, id)));
  await demandNothingLost(new Client(urlOf(running), tokens[0] ?? ''), channelIds, acknowledged, [watcher]);
  expect(watcher.faults).toEqual([]);
  watcher.close();
});
