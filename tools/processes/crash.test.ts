import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { Client } from '../../server/test/client.ts';
import type { Launched } from '../launch.ts';
import { start, until, usedDataFolder } from './palabre.ts';
import { readAll, Watcher } from './watcher.ts';
import { type Acknowledged, Writers } from './writers.ts';

const startIn = (dataDir: string): Promise<Launched> => start(dataDir, { RATE_LIMITS: 'off' }).ready();
const urlOf = (running: Launched): string => running.url as string;

/** Registers four people in a workspace with eight channels. */
async function settle(url: string): Promise<{ tokens: string[]; channelIds: string[] }> {
  const tokens: string[] = [];
  for (const firstName of ['Camille', 'Karim', 'Léonie', 'Yann']) {
    const body = { firstName, lastName: 'Riou', email: `${firstName}@exemple.fr`.replace('é', 'e') };
    const { token } = await new Client(url).ok(api.users.register, {
      body: { ...body, password: 'un mot de passe sûr' },
    });
    tokens.push(token ?? '');
  }
  const [owner, ...members] = tokens.map(token => new Client(url, token)) as [Client, ...Client[]];
  const { workspace } = await owner.ok(api.workspaces.create, { body: { title: 'Chantier' } });
  for (const member of members) await member.ok(api.workspaces.join, { params: { id: workspace._id } });
  const channelIds = [workspace.welcomeChannel];
  for (let i = 1; i < 8; i++) {
    const body = { title: `salon ${i}`, visibility: 'public' as const, workspaceId: workspace._id };
    channelIds.push((await owner.ok(api.channels.create, { body })).channel._id);
  }
  return { tokens, channelIds };
}

/** Compares acknowledged messages, and those that a person saw, with the database. */
async function check(client: Client, channelIds: string[], acknowledged: Acknowledged[], watcher: Watcher) {
  let stored = 0;
  for (const channelId of channelIds) {
    const { messages, seq } = await readAll(client, channelId);
    stored += messages.length;
    // No gap, no duplicate, and the order of the page is that of seq.
    expect(messages.map(message => message.seq)).toEqual(Array.from({ length: seq }, (_, i) => i + 1));
    expect(messages.map(message => message.position)).toEqual(messages.map(message => message.seq));
    const here = acknowledged.filter(entry => entry.message.channelId === channelId);
    // A writer waits for each answer before its next message, so acknowledgements of a writer are in order.
    const byWriter = (writer: number) => here.filter(entry => entry.writer === writer).map(entry => entry.message.seq);
    for (const writer of new Set(here.map(entry => entry.writer))) {
      expect(byWriter(writer)).toEqual([...byWriter(writer)].sort((a, b) => a - b));
    }
    // Acknowledged messages are stored, and no others.
    expect(here.map(entry => entry.message).sort((a, b) => a.seq - b.seq)).toEqual(messages);
    expect(here.every(entry => entry.message.content === entry.content)).toBe(true);
    expect(watcher.view(channelId)).toEqual(messages);
  }
  expect(stored).toBe(acknowledged.length);
  expect(new Set(acknowledged.map(entry => entry.message._id)).size).toBe(stored);
  expect(watcher.faults).toEqual([]);
}

test('SIGKILL under load, of the server and then of PostgreSQL too, loses and duplicates no message', async () => {
  const dataDir = usedDataFolder();
  let running = await startIn(dataDir);
  const { tokens, channelIds } = await settle(urlOf(running));
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
  await check(new Client(urlOf(running), tokens[0] ?? ''), channelIds, acknowledged, watcher);
  watcher.close();
});

test('SIGKILL of PostgreSQL under load gives 503 while it is away, keeps sockets open, and is recovered from without help', async () => {
  const dataDir = usedDataFolder();
  const running = await startIn(dataDir);
  const { tokens, channelIds } = await settle(urlOf(running));
  const watcher = new Watcher(tokens[1] ?? '', channelIds);
  await watcher.connect(urlOf(running));
  const writers = new Writers(() => urlOf(running), tokens, channelIds);

  await writers.more(200);
  const before = running.postgres as number;
  // Out of its place, PostgreSQL cannot come back before somebody has asked for it.
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
  await check(new Client(urlOf(running), tokens[0] ?? ''), channelIds, acknowledged, watcher);
  watcher.close();
});

const lastSeq = (acknowledged: Acknowledged[], channelId: string): number =>
  Math.max(0, ...acknowledged.filter(entry => entry.message.channelId === channelId).map(entry => entry.message.seq));
