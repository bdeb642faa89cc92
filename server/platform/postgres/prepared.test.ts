import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { gather, type Team } from '../../test/people/team.ts';

let palabre: Palabre;
let team: Team;
let member: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  const owner = await palabre.register();
  member = await palabre.register();
  team = await gather(owner, member);
});

/** Lists the prepared statements on all open connections. */
async function prepared(): Promise<string[]> {
  const { pool } = palabre.services.database;
  const asked = Array.from({ length: pool.totalCount }, () => pool.query('SELECT name FROM pg_prepared_statements'));
  return (await Promise.all(asked)).flatMap(({ rows }) => rows.map(({ name }) => name as string));
}

/** Counts the plans of the prepared statements, of each connection. */
async function plans(): Promise<{ name: string; generic: number; custom: number }[]> {
  const { pool, searches } = palabre.services.database;
  const clients = await Promise.all(
    [pool, searches].flatMap(each => Array.from({ length: each.totalCount }, () => each.connect())),
  );
  const text = 'SELECT name, generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements';
  const found = await Promise.all(clients.map(client => client.query(text)));
  for (const client of clients) client.release();
  return found.flatMap(({ rows }) => rows);
}

/** Runs the reads that each page repeats after a lost connection. */
async function look() {
  const { owner, params } = team;
  const { workspace } = await owner.ok(api.workspaces.one, { params });
  const { channels } = await owner.ok(api.channels.ofWorkspace, { params });
  const { conversations } = await owner.ok(api.conversations.list, { params: { id: owner.id } });
  const { notifications } = await owner.ok(api.notifications.list);
  const { unread } = await owner.ok(api.unread.list);
  const boot = await owner.ok(api.boot.one, { query: { workspaceId: team.id } });
  return { workspace, channels, conversations, notifications, unread, boot };
}

it('frequent statements are prepared on the connections', async () => {
  await look();
  const names = ['workspace-access', 'workspaces', 'channels', 'first-channels', 'conversations', 'calling', 'unread'];
  // A connection that works meanwhile is not asked.
  await expect.poll(prepared).toEqual(expect.arrayContaining(names));
  const { workspace } = await look();
  expect(workspace).toMatchObject({ _id: team.id, members: expect.arrayContaining([team.owner.id]) });
});

it('frequent statements are planned for their values five times at most on a connection, then once for any', async () => {
  const { owner, welcome } = team;
  const { message } = await member.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Bonjour' } });
  await owner.ok(api.messages.send, { body: { threadOf: message._id, content: 'Bienvenue' } });
  const names = [
    ...['workspaces', 'my-cards', 'roles-to-owner', 'own-roles-to-owner', 'stored-notifications', 'unread', 'calling'],
    ...['unread-states', 'pointers-back', 'pointers-on', 'message', 'search-meaning', 'search-found-1'],
    ...['self', 'profile', 'names', 'people', 'shown-facts', 'calling-of'],
    ...['threads-followed', 'thread-roots', 'states-of-threads'],
  ];
  const settled = async () => {
    const all = await plans();
    return names.filter(name => !all.some(one => one.name === name && one.generic > 0));
  };
  // A busy server spreads the rounds over all its connections, and each plans a statement five times by itself.
  for (let round = 0; round < 12 || (round < 400 && (await settled()).length > 0); round += 1) {
    await look();
    const body = { channelId: welcome._id, position: message.position, back: round % 2 === 0 };
    await owner.ok(api.unread.mark, { body });
    await owner.ok(api.reactions.add, { params: { id: message._id }, body: { reaction: '👍' } });
    await owner.ok(api.search.messages, { query: { q: 'bonjour' } });
    await owner.ok(api.users.one, { params: { id: member.id } });
    await owner.ok(api.users.named, { query: { ids: member.id } });
    await owner.ok(api.users.search, { query: {} });
    await owner.ok(api.availability.list, { query: { ids: member.id } });
    await owner.call(api.notifications.one, { params: { id: message._id } });
    await owner.ok(api.threads.list, { query: { filter: 'followed' } });
    await owner.ok(api.threads.states, { query: { ids: message._id } });
  }
  expect(await settled()).toEqual([]);
  expect((await plans()).filter(({ custom }) => custom > 5)).toEqual([]);
}, 120_000);

it('prepared statements still work after a newer version adds columns', async () => {
  const { pool } = palabre.services.database;
  const { owner, welcome } = team;
  const { conversation } = await owner.ok(api.conversations.create, { body: { users: [member.id] } });
  for (const place of [{ channelId: welcome._id }, { conversationId: conversation._id }]) {
    await member.ok(api.messages.send, { body: { ...place, content: `<@${owner.id}> Bonjour` } });
  }
  await expect.poll(async () => (await look()).notifications.length).toBe(2);
  const before = await look();
  const tables = ['workspaces', 'workspace_members', 'channels', 'roles', 'role_users', 'users', 'places'];
  for (const table of [...tables, 'messages', 'mentions', 'read_pointers', 'conversations', 'conversation_users']) {
    await pool.query(`ALTER TABLE ${table} ADD COLUMN of_a_newer_version integer`);
  }
  // Often enough for each connection to have its plan.
  for (let times = 0; times < 20; times += 1) expect(await look()).toEqual(before);
});

it('Each prepared statement has a name of its own: two texts of one name fail wherever they meet on a connection', () => {
  const server = join(import.meta.dirname, '../..');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    path => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('dist'),
  );
  const marks = [/prepared\('([a-z-]+)'\)/g, /name: '([a-z-]+)',\n\s+(?:text|columns)\b/g];
  const names = files.flatMap(path => {
    const source = readFileSync(join(server, path), 'utf8');
    // One file may name one statement twice; `prepared.ts` itself names an example.
    return path.endsWith('prepared.ts')
      ? []
      : [...new Set(marks.flatMap(mark => [...source.matchAll(mark)].map(([, name]) => name)))];
  });
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
