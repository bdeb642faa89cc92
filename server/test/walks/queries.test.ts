import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ThreadEvents } from '../../features/messages/threads/thread-events.ts';
import { connectionSettings, newId } from '../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { passOf } from '../people/admitted.ts';
import { inAnHour } from '../people/later.ts';
import { found } from '../people/societies.ts';

/** Tests that a request runs as many queries for much data as for little: none runs once a row. */

/** Number of rows of each kind that a request may read. */
const sizes = { small: 2, large: 24 };

/** Places of one person, with the given number of rows of every kind. */
interface Scene {
  owner: Person;
  administrator: Person;
  workspaceId: string;
  /** Ids for the `id` of a path or query, by the first word of the path. */
  ids: Record<string, string>;
  /** Members to kick, one for each request. */
  members: string[];
}

const queries = vi.spyOn(pg.Client.prototype, 'query');
// Thread states are sent beside requests, at most once a second, whichever request changed them.
vi.spyOn(ThreadEvents.prototype, 'hear').mockImplementation(() => {});
const scenes = {} as Record<keyof typeof sizes, Scene>;
let palabre: Palabre;

beforeAll(async () => {
  palabre = await startPalabre();
  for (const size of ['small', 'large'] as const) scenes[size] = await makeScene(sizes[size]);
});

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** Inserts people without a password: nobody logs in as them, and hashing one for each would take seconds. */
async function addPeople(count: number, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH people AS (
      INSERT INTO users (id, first_name, last_name, email)
      SELECT id, 'Karim', 'Benali', id || '@exemple.fr' FROM (
        SELECT gen_random_uuid() AS id FROM generate_series(1, ${count}::int)
      ) AS made RETURNING id
    ), members AS (
      INSERT INTO workspace_members (workspace_id, user_id) SELECT ${workspaceId}::uuid, id FROM people
    )
    SELECT id FROM people`.execute(palabre.services.database.kysely);
  return rows.map(row => row.id);
}

async function makeScene(count: number): Promise<Scene> {
  const owner = await palabre.register();
  const created = await times(count, i => owner.ok(api.workspaces.create, { body: { title: `Atelier ${i}` } }));
  const { _id: workspaceId, welcomeChannel } = (created[0] as (typeof created)[number]).workspace;
  const params = { id: workspaceId };
  const [banned, members, invited] = [
    await addPeople(count, workspaceId),
    await addPeople(count, workspaceId),
    await addPeople(count, workspaceId),
  ];
  for (const userId of banned) await owner.ok(api.members.ban, { params, body: { userId } });
  const channels = await times(count, i =>
    owner.ok(api.channels.create, { body: { title: `salon ${i}`, visibility: 'private', workspaceId } }),
  );
  const channelIds = channels.map(({ channel }) => channel._id);
  const roles = await times(count, i =>
    owner.ok(api.roles.create, {
      body: { name: `Rôle ${i}`, workspaceId, users: [owner.id, ...members], visibleChannels: channelIds },
    }),
  );
  await times(count, i =>
    owner.ok(api.messages.send, { body: { channelId: welcomeChannel, content: `message ${i}` } }),
  );
  const { message } = await owner.ok(api.messages.send, { body: { channelId: welcomeChannel, content: 'le dernier' } });
  // Starts a thread under each message, with as many replies in the last thread.
  const { messages } = await owner.ok(api.messages.page, { query: { channelId: welcomeChannel } });
  for (const { _id: threadOf } of [...messages, ...Array<typeof message>(count).fill(message)])
    await owner.ok(api.messages.send, { body: { threadOf, content: 'réponse' } });
  await times(count, async i => {
    const body = { users: [invited[i] as string], time: '24h' as const };
    await owner.ok(api.invites.create, { params: { id: workspaceId }, body });
  });
  await sql`INSERT INTO notifications (id, user_id, type, content, link, actor_id)
    SELECT gen_random_uuid(), ${owner.id}, 'invite', 'Une invitation', '/', id
    FROM unnest(${members}::uuid[]) AS id`.execute(palabre.services.database.kysely);
  const talking = members.slice(0, 20);
  const talks = await times(count, i =>
    owner.ok(api.conversations.create, { body: { users: [...talking.slice(0, i + 2), banned[0] as string] } }),
  );
  const conversation = talks.at(-1)?.conversation._id ?? '';
  await times(count, i =>
    owner.ok(api.messages.send, { body: { conversationId: talks[i]?.conversation._id ?? '', content: `mot ${i}` } }),
  );
  const invited_ = 'k'.repeat(43);
  await sql`INSERT INTO email_invites (id, workspace_id, email, invited_by, expires_at, token_hash)
    SELECT gen_random_uuid(), ${workspaceId}, n || '@exemple.fr', ${owner.id}, now() + interval '1 day',
      CASE n WHEN 1 THEN sha256(${`${invited_}${count}`}::bytea) END
    FROM generate_series(1, ${count}::int) AS n`.execute(palabre.services.database.kysely);
  await sql`INSERT INTO registration_requests (id, email, first_name, last_name, language)
    SELECT gen_random_uuid(), gen_random_uuid() || '@exemple.fr', 'Zoé', 'Lambert', 'fr'
    FROM generate_series(1, ${count}::int)`.execute(palabre.services.database.kysely);
  const pass = await passOf(palabre);
  const { notifications } = await owner.ok(api.notifications.list);
  const reminders = await times(count, () =>
    owner.ok(api.scheduled.remind, { params: { id: message._id }, body: { ...inAnHour(), nonce: newId() } }),
  );
  const society = await found(owner);
  await sql`INSERT INTO society_people (user_id, society_id, standing)
    SELECT id, ${society._id}::uuid, (ARRAY['member', 'owner', 'pending'])[1 + n % 3]
    FROM unnest(${members}::uuid[]) WITH ORDINALITY AS people(id, n)`.execute(palabre.services.database.kysely);
  const societyId = society._id;
  await sql`UPDATE workspaces SET society_id = ${societyId} WHERE id = ANY(${created.map(({ workspace }) => workspace._id)}::uuid[])`.execute(
    palabre.services.database.kysely,
  );
  const administrator = await palabre.register();
  await palabre.makeAdministrator(administrator);
  const reported = { reportedUser: owner.id, reason: 'spam' };
  const { report } = await administrator.ok(api.reports.create, { body: reported });
  const ids = {
    report: report._id,
    society: societyId,
    user: owner.id,
    invited: `${invited_}${count}`,
    registration: pass,
    workspace: workspaceId,
    channel: welcomeChannel,
    hidden: channelIds[0] ?? '',
    conversation,
    message: message._id,
    thread: message._id,
    role: roles[0]?.role._id ?? '',
    notifications: notifications[0]?._id ?? '',
    scheduled: reminders[0]?.scheduled._id ?? '',
  };
  return { owner, administrator, workspaceId, ids, members };
}

/** Texts of the statements that were named, and so prepared. */
const namedStatements = new Set<string>();

/** Waits until no connection works: people called by a message are told after its author is answered. */
const atRest = () => {
  const { pool, first } = palabre.services.database;
  return vi.waitUntil(() => [pool, first].every(one => one.waitingCount === 0 && one.idleCount === one.totalCount));
};

/**
 * Lists the queries of a successful request just after the session was read, without those of jobs and of the search
 * index.
 */
async function queriesOf(owner: Person, request: () => Promise<{ status: number; body: unknown }>): Promise<string[]> {
  // Refreshes the session now: its refresh each half minute would add a query.
  await palabre.services.sessions.refresh(owner.id);
  await owner.ok(api.users.me);
  await atRest();
  queries.mockClear();
  const { status, body } = await request();
  await atRest();
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()]);
  for (const [query] of queries.mock.calls as unknown[][]) {
    const { name, text } = query as { name?: string; text?: string };
    if (name && text) namedStatements.add(text);
  }
  return queries.mock.calls
    .map(([query]) => (typeof query === 'string' ? query : (query as { text: string }).text))
    .filter(text => !text.startsWith(connectionSettings) && !/graphile_worker|search_marks/.test(text));
}

/** Compares two numbers of queries, and shows both lists when they differ. */
function asMany(few: readonly string[], many: readonly string[]): void {
  expect(many.length, [...few, '', 'became', '', ...many].join('\n')).toBe(few.length);
}

/**
 * Tells whether a statement names so many tables that planning it costs milliseconds, and is planned at each call. Views
 * are named by what they stand for.
 */
function isPlannedAtLength(text: string): boolean {
  if (text.startsWith('/* prepared: ') || namedStatements.has(text)) return false;
  const tables = text.match(/\b(FROM|JOIN)\s+[a-z"]/gi) ?? [];
  const views = text.match(/\b(workspace_people|let_in)\b/g) ?? [];
  return tables.length + views.length > tablesAtMost;
}
/** Limit on the tables of a statement that is planned at each call: a statement of 42 took 22 ms. */
const tablesAtMost = 20;
/** Endpoints with such a statement that are rarely asked, or whose plan depends on what is looked for. */
const plannedAtLength = new Set(['personalData.export', 'societies.users', 'societies.pending', 'societies.owners']);

const reads = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>)
    .filter(
      ([, { method, path }]) => method === 'GET' && path !== api.files.one.path && path !== api.settings.logo.path,
    )
    .map(([name, endpoint]): [string, Endpoint] => [`${feature}.${name}`, endpoint]),
);

/**
 * Endpoints that read a place's messages with rights and rows in one query. The threads under them are cached once
 * read, in one query more.
 */
const inOne = new Set([
  'messages.page',
  'messages.changes',
  'messages.ofChannel',
  'messages.ofConversation',
  'pins.ofChannel',
  'pins.ofConversation',
]);

/**
 * Largest number of queries where it is higher: the first page replaces ten requests, an export reads all data of a
 * person.
 */
const manyAtOnce = new Map([
  ['boot.one', 14],
  ['personalData.export', 14],
]);

describe('the number of queries does not grow with the number of rows', () => {
  it.each(reads)('of %s, which reads', async (name, endpoint) => {
    const ask = ({ owner, administrator, ids, workspaceId }: Scene) => {
      const person = endpoint.access.kind === 'administrator' ? administrator : owner;
      const id = ids[endpoint.path.split('/')[1] as string] ?? '';
      const place = endpoint.access.kind === 'place' && { channelId: ids.channel as string, after: '0' };
      const query = new URLSearchParams({
        ...{ ids: [ids.message, ids.user].join(), filter: 'mine' },
        ...{ workspaceId, userId: owner.id, q: 'dance', demo: 'dance-1', email: owner.user.email },
        ...place,
      });
      const path = endpoint.path
        .replace('/workspace/ban/:id', `/workspace/ban/${workspaceId}`)
        .replace('/admin/users/:id', `/admin/users/${owner.id}`)
        .replace('/report/user/:id', `/report/user/${owner.id}`)
        .replace(/:(id|token)/, id);
      return queriesOf(person, () => person.raw('GET', `/api${path}?${query}`));
    };
    if (inOne.has(name))
      for (const scene of [scenes.small, scenes.large]) expect((await ask(scene)).length).toBeLessThanOrEqual(2);
    const few = await ask(scenes.small);
    if (inOne.has(name)) expect(few).toHaveLength(1);
    expect(few.length).toBeLessThanOrEqual(manyAtOnce.get(name) ?? 6);
    if (!plannedAtLength.has(name)) expect(few.filter(isPlannedAtLength)).toEqual([]);
    asMany(few, await ask(scenes.large));
  });

  it.each<[string, (scene: Scene) => Promise<{ status: number; body: unknown }>]>([
    [
      'messages.send',
      ({ owner, ids }) => owner.call(api.messages.send, { body: { channelId: ids.channel ?? '', content: 'Bonjour' } }),
    ],
    [
      'messages.send in a conversation',
      ({ owner, ids }) =>
        owner.call(api.messages.send, { body: { conversationId: ids.conversation ?? '', content: 'Bonjour' } }),
    ],
    [
      'messages.send in a thread',
      ({ owner, ids }) =>
        owner.call(api.messages.send, { body: { threadOf: ids.thread ?? '', content: 'Bonjour', alsoInPlace: true } }),
    ],
    ['threads.read', ({ owner }) => owner.call(api.threads.read)],
    ['threads.follow', ({ owner, ids }) => owner.call(api.threads.follow, { params: { id: ids.thread ?? '' } })],
    [
      'conversations.create with many',
      ({ owner, members }) => owner.call(api.conversations.create, { body: { users: members.slice(0, 20) } }),
    ],
    [
      'conversations.leave',
      ({ owner, ids }) => owner.call(api.conversations.leave, { params: { id: ids.conversation ?? '' } }),
    ],
    [
      'channels.create',
      ({ owner, workspaceId }) =>
        owner.call(api.channels.create, { body: { title: 'encore un', visibility: 'private', workspaceId } }),
    ],
    [
      'roles.create with all members',
      ({ owner, workspaceId, members }) =>
        owner.call(api.roles.create, { body: { name: 'Tous', workspaceId, users: members } }),
    ],
    [
      'channels.letIn',
      ({ owner, ids, members }) =>
        owner.call(api.channels.letIn, { params: { id: ids.hidden ?? '' }, body: { add: members.slice(0, 2) } }),
    ],
    [
      'members.kick',
      ({ owner, workspaceId, members }) =>
        owner.call(api.members.kick, { params: { id: workspaceId }, body: { userId: members[0] ?? '' } }),
    ],
    [
      'members.passOn',
      ({ owner, workspaceId, members }) =>
        owner.call(api.members.passOn, { params: { id: workspaceId }, body: { userId: members[1] ?? '' } }),
    ],
    [
      'societies.update, which lets in all who wait',
      async ({ owner, ids }) => {
        const { users } = await owner.ok(api.societies.pending, { params: { id: ids.society ?? '' } });
        const { rows } = await sql<{ email: string }>`
          SELECT email FROM users WHERE id = ANY(${users.map(({ _id }) => _id)}::uuid[])`.execute(
          palabre.services.database.kysely,
        );
        const body = {
          action: 'addWhitelistBulk' as const,
          emails: ['a@exemple.fr', ...rows.map(({ email }) => email)],
        };
        queries.mockClear();
        return owner.call(api.societies.update, { params: { id: ids.society ?? '' }, body });
      },
    ],
    ['societies.remove', ({ owner, ids }) => owner.call(api.societies.remove, { params: { id: ids.society ?? '' } })],
    [
      'workspaces.remove, by who owns it again',
      async ({ owner, workspaceId }) => {
        await sql`UPDATE workspace_members SET owner = user_id = ${owner.id} WHERE workspace_id = ${workspaceId}`.execute(
          palabre.services.database.kysely,
        );
        queries.mockClear();
        return owner.call(api.workspaces.remove, { params: { id: workspaceId } });
      },
    ],
  ])('of %s, which writes', async (_name, request) => {
    const few = await queriesOf(scenes.small.owner, () => request(scenes.small));
    expect(few.length).toBeGreaterThan(0);
    asMany(few, await queriesOf(scenes.large.owner, () => request(scenes.large)));
  });
});
