import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectionSettings, newId } from '../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { countLockWaits, holdLock } from '../locks.ts';
import { inviteByMail } from '../people/invited.ts';
import { inAnHour } from '../people/later.ts';
import { talk, write } from '../people/talk.ts';
import { gather } from '../people/team.ts';
import { post } from '../people/world.ts';
import { type Schema, shapeOf, takes } from './ids.ts';

/**
 * Walks every field of every endpoint that takes an id. The queries about a record that one may not know of must be
 * those about an id that never existed, so that the time of an answer tells no more than the answer.
 */
type Observer = 'member' | 'manager' | 'outsider';
type Part = 'params' | 'query' | 'body';

const restricted = 'a restricted workspace';
const queries = vi.spyOn(pg.Client.prototype, 'query');
/** Spy on each row that the database returns, with its query. */
const given = vi.spyOn(
  pg.Query.prototype as unknown as { handleDataRow(this: { text: string }): void },
  'handleDataRow',
);
afterAll(() => {
  queries.mockRestore();
  given.mockRestore();
});
let palabre: Palabre;
let observers: Record<Observer, Person>;
/** Ids of records that each observer may not know of. */
let hidden: Record<Observer, Record<string, string>>;
/** Other fields of a request by name, with values that its person may use. */
let filled: Record<Observer, Record<string, unknown>>;
/** Expired invitation. */
let spent = '';
/**
 * Acts of members in a private channel while it is locked: an edit waits for the lock, the others in lines behind it.
 */
let inLine: { placeId: string; edit: () => Promise<unknown>; others: (() => Promise<unknown>)[] };
/** Changes of members while others ask, each with the rows it locks. */
let changes: { table: string; ids: string[]; make: () => Promise<unknown> }[];
/** Visible ids that a list holds beside the hidden one, by the field's name. */
let known: Record<string, string>;

beforeAll(async () => {
  palabre = await startPalabre();
  const [owner, holder, member, manager, outsider] = (await Promise.all(
    ['Camille', 'Léonie', 'Karim', 'Souleymane', 'Yann'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person, Person, Person];
  observers = { member, manager, outsider };
  const team = await gather(owner, holder, member, manager);
  await team.role({ name: 'Bureau', users: [manager.id], creator: true, addChannels: true, canKick: true });
  const secret = await team.channel('direction', 'private');
  const visibleChannels = [secret._id];
  const role = await team.role({ name: 'Conduite', users: [holder.id], visibleChannels });
  const low = await team.role({ name: 'Stage' });
  const said = await post(owner, team.welcome, 'Bonjour à tous.');
  const kept = await post(owner, secret, 'Entre nous.');
  const gone = await post(owner, secret, 'Rien.');
  await owner.ok(api.messages.remove, { params: { id: gone._id } });
  const inThread = { threadOf: kept._id, content: 'À part.', alsoInPlace: true };
  const { message: reply } = await owner.ok(api.messages.send, { body: inThread });
  await owner.ok(api.messages.send, { body: { threadOf: said._id, content: 'Pour tous.' } });
  const { message: attached } = await owner.ok(api.messages.send, {
    body: { channelId: secret._id, content: '' },
    files: [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }],
  });
  const conversation = await talk(owner, holder);
  const written = await write(owner, conversation, 'À deux.');
  const { workspace: closed } = await owner.ok(api.workspaces.create, { body: { title: 'Siège', restricted: true } });
  const closedRole = await owner.ok(api.roles.create, { body: { name: 'Siège', workspaceId: closed._id } });
  const { invite, inviteCode } = await owner.ok(api.invites.create, {
    params: { id: closed._id },
    body: { users: [holder.id], time: '1h' },
  });
  const byMail = await inviteByMail(palabre, owner, closed._id, 'zoe@exemple.fr');
  // Expires the invitations: the id of a valid one lets its holder in.
  await sql`UPDATE invites SET created_at = now() - interval '2 hours'`.execute(palabre.services.database.kysely);
  const { sessions } = await holder.ok(api.accounts.sessions);
  const { notifications } = await holder.ok(api.notifications.list);
  const toRemind = { params: { id: kept._id }, body: { ...inAnHour(), nonce: newId() } };
  const { scheduled } = await holder.ok(api.scheduled.remind, toRemind);
  await holder.ok(api.reports.create, { body: { reportedUser: owner.id, reason: 'spam', messageId: kept._id } });
  const report = await palabre.services.database.kysely.selectFrom('reports').select('id').executeTakeFirstOrThrow();
  const toBoth = {
    ...{ 'a private channel': secret._id, 'a message of it': kept._id, 'a deleted message of it': gone._id },
    ...{ 'a reply to that message': reply._id, 'a copy of that message’s reply': reply.copyId ?? '' },
    ...{ 'a file of it': attached.fileAttachments[0]?._id ?? '', 'a report': report.id },
    ...{ 'a conversation': conversation._id, 'a message of one': written._id },
    ...{ [restricted]: closed._id, 'a channel of it': closed.welcomeChannel },
    ...{
      'a role of it': closedRole.role._id,
      'an invitation to it': invite._id,
      'an invitation by mail to it': byMail.id,
    },
    ...{
      'a session': sessions[0]?._id ?? '',
      'a notification': notifications[0]?._id ?? '',
      'a reminder': scheduled._id,
    },
  };
  hidden = {
    member: toBoth,
    manager: toBoth,
    outsider: {
      ...toBoth,
      ...{ 'a role': role._id, 'an open channel elsewhere': team.welcome._id, 'a message of that': said._id },
    },
  };
  const both = {
    ...{ content: 'x', title: 'Salon', name: 'equipe', reaction: '👍', position: 1, isRead: true, reason: 'spam' },
    ...{ ...inAnHour(), nonce: newId(), version: 1, text: 'Un texte', hours: null, by: 'hand' },
    ...{ after: 0, time: '1h', action: 'accept', level: 'all', message: 'x', otp: '000000', code: newId() },
    ...{ userId: holder.id, users: [holder.id], reportedUser: holder.id, ids: [], channels: [], status: 'new' },
    ...{ password: 'un mot de passe sûr', oldPassword: 'un mot de passe sûr', newPassword: 'un mot de passe neuf' },
    emails: ['personne@exemple.fr'],
    approve: true,
    ...{
      email: 'personne@exemple.fr',
      p_id: holder.id,
      p_email: holder.user.email,
      p_otp: '000000',
      p_option: 'email',
    },
  };
  const inTeam = {
    ...both,
    ...{ workspaceId: team.id, channelId: team.welcome._id },
    // Records that an address names beside the id under test, by kind of access.
    ...{ 'id of channel': team.welcome._id, 'id of member': team.id, 'id of discoverable': team.id },
    ...{ 'id of message': said._id, 'id of thread': said._id, 'id of role': low._id },
  };
  filled = {
    member: { ...inTeam, id: member.id },
    manager: { ...inTeam, id: manager.id },
    outsider: { ...both, id: outsider.id, workspaceId: team.id },
  };
  known = { users: holder.id, ids: said._id };
  spent = inviteCode;
  const rename = (id: string) => () => owner.ok(api.channels.update, { params: { id }, body: { title: 'autre' } });
  changes = [
    { table: 'workspaces', ids: [team.id, closed._id], make: rename(secret._id) },
    { table: 'workspaces', ids: [team.id, closed._id], make: rename(closed.welcomeChannel) },
    {
      ...{ table: 'conversations', ids: [conversation._id] },
      make: () => owner.ok(api.conversations.remove, { params: { id: conversation._id } }),
    },
  ];
  const ofKept = { params: { id: kept._id } };
  inLine = {
    placeId: secret._id,
    edit: () => owner.ok(api.messages.edit, { ...ofKept, body: { content: 'Entre nous deux.' } }),
    others: [
      () => owner.ok(api.reactions.add, { ...ofKept, body: { reaction: '🚀' } }),
      () => owner.ok(api.pins.pin, ofKept),
      () => owner.ok(api.messages.send, { body: { channelId: secret._id, content: 'Et nous.' } }),
    ],
  };
  // Only the request's own work is counted.
  await palabre.endJobs();
});

/** Fields that take an id; the code of an invitation may be its id. */
const asked = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap(part =>
      Object.entries(shapeOf(endpoint[part] as unknown as Schema)).flatMap(([field, schema]) => {
        // The field takes nonces of `scheduled.create`, under which something is scheduled by then.
        if (endpoint === api.scheduled.remind && field === 'nonce') return [];
        // Names a message that is still to come, and no record.
        if (endpoint === api.availability.urgent) return [];
        const many = field === 'code' && part === 'params' ? 'one' : takes(schema);
        return many ? [[`${feature}.${name} of ${part}.${field}`, { endpoint, part, field, many }] as const] : [];
      }),
    ),
  ),
);

type Asked = (typeof asked)[number][1];

/** Kinds of records among which an id is looked for, by the field's name, or the kind of access of an `id`. */
const among: [RegExp, RegExp][] = [
  [/^(place|channel|conversation)$|Channels?$|^channels$|^(channel|conversation)Id$/, /channel|conversation/],
  [
    /^(message|messageId|replyTo|around|ids|file|notification|scheduled|thread|threadId|threadOf)$/,
    /message|file|notification|reminder/,
  ],
  [/^(member|discoverable|joinable|workspaceId|workspaces|society|societyMember|societyId)$/, /workspace/],
  [/^(role|roleId|invite|emailInvite|code)$/, /role|invitation/],
  [
    /^(self|session|public|ownSession|userId|users|p_id|add|remove|reportedUser|targetUserId)$|(manager|Referee)Id$/,
    /session/,
  ],
];

/**
 * Lists the hidden ids that an observer names in a field: one observer tries all kinds, the others the field's own
 * kind.
 */
function unknownTo(observer: Observer, { endpoint, field }: Asked): [what: string, id: string][] {
  const sort = field === 'id' ? endpoint.access.kind : field;
  const [, like = /./] = among.find(([sorts]) => sorts.test(sort)) ?? [];
  return Object.entries(hidden[observer]).filter(([what]) => observer === 'member' || like.test(what));
}

/** Makes the request of an observer that names an id in a field. */
function requestOf({ endpoint, part, field, many }: Asked, observer: Observer, id: string) {
  // Names for people without an account: elsewhere they would be a change of the observer’s own.
  const names = endpoint.access.kind === 'public' && { firstName: 'Zoé', lastName: 'Lambert' };
  const values: Record<string, unknown> = { ...filled[observer], ...names };
  const ofPart = (of: Part): Record<string, unknown> => {
    const shape = shapeOf(endpoint[of] as unknown as Schema);
    const others = Object.entries(shape).flatMap(([name, schema]) => {
      const value = (name === 'id' ? values[`id of ${endpoint.access.kind}`] : undefined) ?? values[name];
      return value !== undefined && schema.safeParse(value).success ? [[name, value] as const] : [];
    });
    return {
      ...Object.fromEntries(others),
      ...(of === part && { [field]: many === 'one' ? id : [known[field] ?? filled.member.channelId, id] }),
    };
  };
  const [params, query, body] = [ofPart('params'), ofPart('query'), ofPart('body')];
  for (const place of [query, body]) if (/^(conversationId|threadId|threadOf)$/.test(field)) delete place.channelId;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name] ?? 'x'));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return [`/api${path}?${search}`, endpoint.method === 'GET' ? {} : { body }] as const;
}

const isOwn = (text: string) =>
  !text.startsWith(connectionSettings) && !/graphile_worker|search_marks|WITH seen AS/.test(text);

/**
 * Returns the answer of a request, with all its queries and the rows of each, without those of jobs, of the search index
 * and of the times at which sessions were seen, which are stored once in a while.
 */
async function work(person: Person, method: string, [path, request]: ReturnType<typeof requestOf>) {
  queries.mockClear();
  given.mockClear();
  const { status, body } = await person.raw(method, path, request);
  const statements = queries.mock.calls.map(([query]) =>
    typeof query === 'string' ? query : (query as { text: string }).text,
  );
  const rows = given.mock.contexts.map(({ text }) => text);
  return {
    ...{ status, code: (body as { code?: string }).code },
    ...{ statements: statements.filter(isOwn).sort(), rows: rows.filter(isOwn).sort() },
  };
}

describe('a hidden record costs the same work as a missing one', () => {
  it.each(asked)('in %s', async (_name, one) => {
    const { endpoint } = one;
    for (const [observer, person] of Object.entries(observers) as [Observer, Person][]) {
      // Refreshes the session now: its refresh each half minute would add a query.
      await palabre.services.sessions.refresh(person.id);
      await person.ok(api.users.me);
      const lookFor = (id: string) => work(person, endpoint.method, requestOf(one, observer, id));
      const nothing = await lookFor(newId());
      expect([observer, nothing]).toEqual([observer, expect.not.objectContaining({ code: 'invalid_input' })]);
      for (const [what, id] of unknownTo(observer, one)) {
        // Joining a restricted workspace is refused by name: its invitations tell that it exists.
        if (endpoint === api.workspaces.join && what === restricted) continue;
        expect([observer, what, await lookFor(id)]).toEqual([observer, what, nothing]);
      }
    }
  });

  it('in an expired invitation code', async () => {
    const one = { endpoint: api.invites.accept, part: 'params', field: 'code', many: 'one' } as const;
    for (const [observer, person] of Object.entries(observers) as [Observer, Person][]) {
      await person.ok(api.users.me);
      const lookFor = (code: string) => work(person, 'PUT', requestOf(one, observer, code));
      expect([observer, await lookFor(spent)]).toEqual([observer, await lookFor('AAAAAAAA')]);
    }
  });
});

/** Time limit of a request that waits for no lock, on any machine. */
const atOnceMs = 8_000;

/** Waits for an answer; fails with the request's name when it takes too long. */
async function atOnce<T>(answer: Promise<T>, request: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${request} waits in a line`)), atOnceMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

it('a request about a hidden record waits for no change of it', async () => {
  const held = await holdLock(palabre, 'SELECT');
  for (const { table, ids } of changes) await held.query(`SELECT FROM ${table} WHERE id = ANY($1) FOR UPDATE`, [ids]);
  const made = changes.map(({ make }) => make());
  await held.query('SELECT FROM places WHERE id = $1 FOR UPDATE', [inLine.placeId]);
  const turns = vi.spyOn(palabre.services.places, 'take');
  // The clock stands still: a post that waits for its place would give up after ten seconds.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  made.push(inLine.edit());
  const waits = changes.length + 1;
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === waits);
  made.push(...inLine.others.map(act => act()));
  await vi.waitUntil(() => turns.mock.calls.length === 1 + inLine.others.length);
  turns.mockRestore();
  for (const [, one] of asked) {
    const { endpoint, part, field } = one;
    const { kind, id } = endpoint.access;
    const isPlace = ['channelId', 'conversationId', 'threadId', 'threadOf'].includes(field);
    const names = id === `${part}.${field}` || (id === part && isPlace);
    if (['public', 'session', 'administrator'].includes(kind) || !names) continue;
    if (endpoint.method === 'GET') continue;
    for (const [observer, person] of Object.entries(observers) as [Observer, Person][]) {
      for (const [, hiddenId] of unknownTo(observer, one)) {
        const answer = work(person, endpoint.method, requestOf(one, observer, hiddenId));
        const { status } = await atOnce(answer, `${observer}: ${endpoint.method} ${endpoint.path}`);
        expect([endpoint.path, status]).toEqual([endpoint.path, expect.toSatisfy((code: number) => code >= 400)]);
      }
    }
  }
  expect(await countLockWaits(palabre)).toBe(waits);
  await held.query('COMMIT');
  await Promise.all(made);
});
