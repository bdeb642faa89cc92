import { api } from '@palabre/common/contract/index.ts';
import { expect } from 'vitest';
import { Client } from '../../server/test/client.ts';
import { readAll, type Watcher } from './watcher.ts';
import type { Acknowledged } from './writers.ts';

/** Registers four people in a workspace with eight channels. */
export async function gatherWriters(
  url: string,
): Promise<{ tokens: string[]; workspaceId: string; channelIds: string[] }> {
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
  return { tokens, workspaceId: workspace._id, channelIds };
}

/** Compares acknowledged messages, and those that people saw, with the database. */
export async function demandNothingLost(
  client: Client,
  channelIds: readonly string[],
  acknowledged: readonly Acknowledged[],
  watchers: readonly Watcher[],
): Promise<void> {
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
    for (const watcher of watchers) expect(watcher.view(channelId)).toEqual(messages);
  }
  expect(stored).toBe(acknowledged.length);
  expect(new Set(acknowledged.map(entry => entry.message._id)).size).toBe(stored);
}

/** Returns the seq of the last message acknowledged in a channel. */
export const lastSeq = (acknowledged: readonly Acknowledged[], channelId: string): number =>
  Math.max(0, ...acknowledged.filter(entry => entry.message.channelId === channelId).map(entry => entry.message.seq));
