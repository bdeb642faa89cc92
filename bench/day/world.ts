import { newId } from '../../server/platform/postgres/db.ts';
import { channelRoom, rooms } from '../../server/platform/realtime/rooms.ts';
import { Secrets } from '../../server/platform/sessions/secrets.ts';
import { Sessions } from '../../server/platform/sessions/session.ts';
import type { Prepared } from '../shared/server.ts';

/** Place of the company, with the people who read it. */
export interface DayPlace {
  id: string;
  kind: 'channel' | 'conversation';
  /** Scope of the place in the search index: the workspace, or the place itself. */
  scope: string;
  people: string[];
  /** Share of all messages that the place gets, as a weight. */
  weight: number;
}

/** Simulated person of the company. */
export interface DayPerson {
  id: string;
  token: string;
  /** IP address: shared by the people of an office, or one per person. */
  address: string;
  workspaceId: string;
  placeIds: string[];
}

/** Company of many workspaces. */
export interface Company {
  workspaceIds: string[];
  people: DayPerson[];
  places: DayPlace[];
  /** Channel with a tenth of all messages, and the people who read it. */
  longest: { placeId: string; userIds: string[] };
}

const peopleOfWorkspace = 25;
/** Parts of a workspace's messages, by channel; the last channel is private. */
const channelWeights = [60, 40, 30, 20, 16, 12, 10, 6, 4, 2];
const privatePeople = 10;
/** `ADDRESS=person`: each person has an IP address of their own, as from home. */
const isOwnAddress = process.env.ADDRESS === 'person';
const firstNames = ['Camille', 'Karim', 'Inès', 'Louis', 'Fatou', 'Hugo', 'Jeanne', 'Malik', 'Noémie', 'Omar'];
const lastNames = ['Moreau', 'Benali', 'Lefèvre', 'Diallo', 'Roux', 'Nguyen', 'Garnier', 'Petit', 'Costa', 'Marchand'];

/**
 * Lays out the company: each person works in the workspace of their office and in the next one; ten channels a
 * workspace, one of them private; a conversation with the neighbouring person.
 */
function layOut(count: number): Company & { privates: { workspaceId: string; placeId: string; people: string[] }[] } {
  const userIds = Array.from({ length: count }, newId);
  const workspaceIds = Array.from({ length: Math.ceil(count / peopleOfWorkspace) }, newId);
  const office = (n: number) => userIds.slice(n * peopleOfWorkspace, (n + 1) * peopleOfWorkspace);
  const privates: { workspaceId: string; placeId: string; people: string[] }[] = [];
  const channels = workspaceIds.flatMap((scope, n): DayPlace[] => {
    const before = (n + workspaceIds.length - 1) % workspaceIds.length;
    const people = [...new Set([...office(n), ...office(before)])];
    return channelWeights.map((weight, at) => {
      const place = { id: newId(), kind: 'channel' as const, scope, people, weight };
      if (at < channelWeights.length - 1) return place;
      privates.push({ workspaceId: scope, placeId: place.id, people: people.slice(0, privatePeople) });
      return { ...place, scope: place.id, people: people.slice(0, privatePeople) };
    });
  });
  const conversations = workspaceIds.flatMap((_, n) => {
    const people = office(n);
    return people.map((one, at): DayPlace => {
      const id = newId();
      const pair = [one, people[(at + 1) % people.length] as string];
      return { id, kind: 'conversation', scope: id, people: pair, weight: 1 };
    });
  });
  const places = [...channels, ...conversations];
  const [longest] = channels as [DayPlace];
  longest.weight += Math.round(places.reduce((sum, { weight }) => sum + weight, 0) / 9);
  const placeIds = new Map(userIds.map(id => [id, [] as string[]]));
  for (const { id, people } of places) for (const userId of people) placeIds.get(userId)?.push(id);
  const people = userIds.map((id, at): DayPerson => {
    const n = Math.floor(at / peopleOfWorkspace);
    const number = isOwnAddress ? at : n;
    const [address, workspaceId] = [`198.18.${number >> 8}.${number & 255}`, workspaceIds[n] as string];
    return { id, token: '', address, workspaceId, placeIds: placeIds.get(id) ?? [] };
  });
  return { workspaceIds, people, places, privates, longest: { placeId: longest.id, userIds: longest.people } };
}

/** Writes the company to the database, and opens a session for each of its people. */
export async function createCompany({ database, secret }: Prepared, count: number): Promise<Company> {
  const { privates, ...company } = layOut(count);
  const { workspaceIds, people, places } = company;
  const channels = places.filter(({ kind }) => kind === 'channel');
  const conversations = places.filter(({ kind }) => kind === 'conversation');
  const welcome = channels.filter((_, n) => n % channelWeights.length === 0);
  const members = welcome.flatMap(({ scope, people }) => people.map(userId => ({ scope, userId })));
  const hidden = new Set(privates.map(({ placeId }) => placeId));
  const workspaceOf = (n: number) => workspaceIds[Math.floor(n / channelWeights.length)] as string;
  const visibility = (id: string) => (hidden.has(id) ? 'private' : 'public');
  const roomOf = ({ id, kind }: DayPlace, n: number) =>
    kind === 'channel'
      ? channelRoom({ id, workspaceId: workspaceOf(n), visibility: visibility(id) })
      : rooms.conversation(id);
  const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id);
  const owners = new Set(welcome.map(({ scope, people }) => scope + people[0]));
  const client = await database.pool.connect();
  const insert = (text: string, values: unknown[]) => client.query(text, values);
  // Workspaces and their welcome channels refer to each other.
  await client.query('BEGIN');
  await insert(
    `INSERT INTO users (id, first_name, last_name, email)
      SELECT id, first, last, id || '@exemple.fr' FROM unnest($1::uuid[], $2::text[], $3::text[]) AS person(id, first, last)`,
    [ids(people), people.map((_, n) => firstNames[n % 10]), people.map((_, n) => lastNames[Math.floor(n / 10) % 10])],
  );
  await insert(
    `INSERT INTO workspaces (id, title, welcome_channel, members_count)
      SELECT id, 'Atelier ' || n, welcome, count FROM unnest($1::uuid[], $2::uuid[], $3::int[]) WITH ORDINALITY AS made(id, welcome, count, n)`,
    [workspaceIds, ids(welcome), welcome.map(({ people }) => people.length)],
  );
  await insert(
    'INSERT INTO workspace_members (workspace_id, user_id, owner) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::boolean[])',
    [
      members.map(({ scope }) => scope),
      members.map(({ userId }) => userId),
      members.map(({ scope, userId }) => owners.has(scope + userId)),
    ],
  );
  await insert('INSERT INTO places (id, kind, room) SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])', [
    ids(places),
    places.map(({ kind }) => kind),
    places.map(roomOf),
  ]);
  await insert(
    `INSERT INTO channels (id, workspace_id, title, visibility, position)
      SELECT id, workspace, 'salon ' || n % 10, visibility, n % 10
      FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY AS made(id, workspace, visibility, n)`,
    [ids(channels), channels.map((_, n) => workspaceOf(n)), channels.map(({ id }) => visibility(id))],
  );
  await insert(
    `WITH made AS (
        INSERT INTO roles (id, workspace_id, name, rank) SELECT gen_random_uuid(), id, 'Conduite', 1 FROM unnest($1::uuid[]) AS id
        RETURNING id, workspace_id
      ), opened AS (
        INSERT INTO role_channels (role_id, channel_id, visible, writable)
        SELECT made.id, channel, true, true FROM unnest($1::uuid[], $2::uuid[]) AS hidden(workspace_id, channel) JOIN made USING (workspace_id)
      )
      INSERT INTO role_users (role_id, user_id, workspace_id)
      SELECT made.id, user_id, workspace_id FROM unnest($3::uuid[], $4::uuid[]) AS given(workspace_id, user_id) JOIN made USING (workspace_id)`,
    [
      privates.map(({ workspaceId }) => workspaceId),
      privates.map(({ placeId }) => placeId),
      privates.flatMap(({ workspaceId, people }) => people.map(() => workspaceId)),
      privates.flatMap(({ people }) => people),
    ],
  );
  await insert('INSERT INTO conversations (id) SELECT unnest($1::uuid[])', [ids(conversations)]);
  await insert(
    'INSERT INTO conversation_users (conversation_id, user_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])',
    [conversations.flatMap(({ id, people }) => people.map(() => id)), conversations.flatMap(({ people }) => people)],
  );
  await insert(
    `INSERT INTO conversation_pairs (first_user, second_user, conversation_id)
      SELECT least(one, other), greatest(one, other), id FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS pair(id, one, other)`,
    [ids(conversations), conversations.map(({ people }) => people[0]), conversations.map(({ people }) => people[1])],
  );
  await client.query('COMMIT');
  client.release();
  const sessions = new Sessions(database, new Secrets({ jwtSecret: new TextEncoder().encode(secret) }));
  await database.kysely.transaction().execute(async tx => {
    for (const one of people) one.token = await sessions.open(tx, one.id, { device: null, address: one.address });
  });
  return company;
}
