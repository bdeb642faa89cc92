import type { Endpoint } from '@palabre/common/contract/define.ts';
import { errors } from '@palabre/common/contract/errors.ts';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDocument } from '../../platform/documentation/document.ts';
import { failuresOf } from '../../platform/documentation/failures.ts';
import { newId } from '../../platform/postgres/db.ts';
import type { Reply } from '../client.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { inviteByMail } from '../people/invited.ts';
import { inAnHour } from '../people/later.ts';
import { act, admit, found } from '../people/societies.ts';

/**
 * Walks every endpoint of the contract, as people without rights and with invalid input. Requests are made from
 * schemas, so that a new endpoint is walked from its first day.
 */
const endpoints: [string, Endpoint][] = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]): [string, Endpoint] => [
    `${feature}.${name} (${endpoint.method} ${endpoint.path})`,
    endpoint,
  ]),
);
const guarded = endpoints.filter(([, endpoint]) => endpoint.access.kind !== 'public');
/** All changes but logout and leaving, which would end the session or membership of the other calls. */
const mutating = endpoints.filter(
  ([, endpoint]) => endpoint.method !== 'GET' && endpoint !== api.users.logout && endpoint !== api.workspaces.leave,
);
/** Endpoints about a record; `session` and `society` ones answer any session. */
const ofRecord = guarded.filter(
  ([, endpoint]) => !['session', 'joinable', 'society', 'societyMember'].includes(endpoint.access.kind),
);

/** Endpoints within a society: everyone knows societies, not their people and moves. */
const inSocieties = guarded.filter(
  ([, { access, method }]) => access.kind === 'societyMember' || (access.kind === 'society' && method !== 'GET'),
);

const nowhere = '0199f3c0-0000-7000-8000-000000000000';

let palabre: Palabre;
let owner: Person;
let member: Person;
let outsider: Person;
let removed: Person;
let banned: Person;
/** Ids of records in a restricted workspace, by kind of access. */
let records: Record<string, string>;

beforeAll(async () => {
  palabre = await startPalabre();
  [owner, member, outsider, removed, banned] = (await Promise.all(
    ['Camille', 'Karim', 'Yann', 'Hélène', 'Souleymane'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person, Person, Person];
  const { workspace } = await owner.ok(api.workspaces.create, { body: { title: 'Direction', restricted: true } });
  const params = { id: workspace._id };
  const { inviteCode, invite } = await owner.ok(api.invites.create, {
    params: { id: workspace._id },
    body: { users: [outsider.id], time: '24h' },
  });
  for (const person of [member, removed, banned]) {
    await person.ok(api.invites.accept, { params: { code: inviteCode } });
  }
  await owner.ok(api.members.kick, { params, body: { userId: removed.id } });
  await owner.ok(api.members.ban, { params, body: { userId: banned.id } });
  const channelId = workspace.welcomeChannel;
  const { message } = await owner.ok(api.messages.send, { body: { channelId, content: 'Bonjour' } });
  await owner.ok(api.messages.send, { body: { threadOf: message._id, content: 'Bonjour à vous' } });
  const { conversation } = await owner.ok(api.conversations.create, { body: { users: [member.id, removed.id] } });
  await removed.ok(api.conversations.leave, { params: { id: conversation._id } });
  const { message: attached } = await owner.ok(api.messages.send, {
    body: { channelId, content: '' },
    files: [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }],
  });
  const { roles } = await owner.ok(api.roles.list, { params });
  const society = await found(owner);
  await admit(owner, society, 'member', member, removed);
  await act(owner, society, 'removeUser', removed);
  const { sessions } = await owner.ok(api.accounts.sessions);
  const byMail = await inviteByMail(palabre, owner, workspace._id, 'zoe@exemple.fr');
  const { notifications } = await outsider.ok(api.notifications.list);
  const { scheduled } = await owner.ok(api.scheduled.remind, {
    params: { id: message._id },
    body: { ...inAnHour(), nonce: newId() },
  });
  records = {
    joinable: workspace._id,
    self: owner.id,
    administrator: member.id,
    ownSession: sessions[0]?._id ?? '',
    discoverable: workspace._id,
    member: workspace._id,
    channel: channelId,
    conversation: conversation._id,
    place: channelId,
    message: message._id,
    thread: message._id,
    role: roles[0]?._id ?? '',
    invite: invite._id,
    emailInvite: byMail.id,
    notification: notifications[0]?._id ?? '',
    scheduled: scheduled._id,
    society: society._id,
    societyMember: society._id,
    file: attached.fileAttachments[0]?._id ?? '',
  };
});

/** Calls an endpoint about one record, with a body that only rights could refuse, by a code that its contract names. */
async function callAbout(person: Person, endpoint: Endpoint, id: string): Promise<Reply<Record<string, unknown>>> {
  const path = endpoint.path.replace(/:\w+/g, id);
  const place = endpoint.access.kind === 'place';
  const query = new URLSearchParams({
    workspaceId: id,
    userId: owner.id,
    reaction: '👍',
    ...(place && { channelId: id, after: '0' }),
  });
  const title = 'Salon';
  const body = {
    title,
    name: 'role',
    content: 'x',
    workspaceId: id,
    channelId: id,
    userId: member.id,
    users: [member.id],
    channels: [],
    ids: [],
    reaction: '👍',
    oldPassword: 'un mot de passe sûr',
    newPassword: 'un mot de passe sûr',
    position: 1,
    email: 'une.adresse@exemple.fr',
    emails: ['une.adresse@exemple.fr'],
    status: 'handled',
    approve: true,
    who: 'everybody',
    ...inAnHour(),
    nonce: newId(),
    version: 1,
    text: 'Un texte',
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    hours: null,
    by: 'mail',
    otp: '000000',
  };
  const reply = await person.raw(endpoint.method, `/api${path}?${query}`, endpoint.method === 'GET' ? {} : { body });
  if (reply.status >= 400) expect(failuresOf(endpoint), 'codes of its contract').toContain(reply.body.code);
  return reply;
}

describe('every endpoint', () => {
  it.each(guarded)('%s answers 401 without a session and with a forged token', async (_name, endpoint) => {
    const path = `/api${endpoint.path.replace(/:\w+/g, nowhere)}`;
    for (const token of [null, 'x.y.z', `${owner.token}x`]) {
      const reply = await palabre.nobody.raw(endpoint.method, path, { token });
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([
        401,
        'unauthorized',
        errors.unauthorized.fr,
      ]);
    }
  });

  it.each(ofRecord)(
    '%s hides a restricted place from outsiders, removed and banned people',
    async (_name, endpoint) => {
      const { kind } = endpoint.access;
      const id = records[kind] as string;
      // A notification belongs to the outsider it was sent to, and does not exist for others.
      const strangers = kind === 'notification' ? [owner, removed] : [outsider, removed, banned];
      for (const person of strangers) {
        const reply = await callAbout(person, endpoint, id);
        expect([reply.status, reply.body.code]).toEqual(kind === 'self' ? [403, 'forbidden'] : [404, 'not_found']);
        if (kind !== 'self') expect(reply.body).toEqual((await callAbout(person, endpoint, nowhere)).body);
      }
    },
  );

  it.each(inSocieties)('%s is refused to outsiders and to a person removed from a society', async (_name, endpoint) => {
    const { kind } = endpoint.access;
    for (const person of [outsider, removed]) {
      const { status } = await callAbout(person, endpoint, records[kind] as string);
      expect([status, (await callAbout(person, endpoint, nowhere)).status]).toEqual([403, 404]);
    }
  });

  const withId = guarded.filter(([, { path }]) => path.includes(':id'));
  it.each(withId)('%s answers 404 to a malformed id', async (_name, endpoint) => {
    const reply = await owner.raw(endpoint.method, `/api${endpoint.path.replace(/:\w+/g, 'abc')}`, {
      ...(endpoint.method !== 'GET' && { body: {} }),
    });
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });
});

const poison: unknown[] = [
  null,
  [],
  'texte',
  42,
  true,
  { $ne: 1 },
  { __proto__: null, a: 1 },
  {
    title: { $gt: '' },
    name: [],
    content: 1,
    userId: {},
    users: 'x',
    channels: {},
    email: [],
    password: {},
    ids: 7,
    token: {},
    reaction: ['👍'],
  },
  {
    title: '\u0000',
    name: '\u0000',
    content: '\u0000',
    description: '\u0000',
    email: 'a\u0000@b.fr',
    firstName: '\u0000',
    reaction: '\u0000',
  },
  { title: '\ud800', name: '\ud800', content: '\ud800', tags: ['\ud800'], firstName: '\ud800', lastName: '\ud800' },
  {
    title: 'a'.repeat(100_000),
    name: 'a'.repeat(100_000),
    content: 'a'.repeat(100_000),
    users: Array(5_000).fill('x'),
  },
  {
    time: '999999h',
    rank: -1,
    color: 'red',
    limit: 1e99,
    visibility: [],
    restricted: 'peut-être',
    welcomeChannel: 'x',
    societyId: 1,
  },
  JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
];

describe('every mutating endpoint', () => {
  const pathOf = (endpoint: Endpoint) =>
    `/api${endpoint.path.replace(/:\w+/g, records[endpoint.access.kind] ?? nowhere)}`;
  const attempt = async (endpoint: Endpoint, type: string, body: string) =>
    (await owner.raw(endpoint.method, pathOf(endpoint), { body, headers: { 'content-type': type } })).status;

  it.each(mutating)('%s answers bad input with a 4xx, a code and a French sentence', async (_name, endpoint) => {
    const path = pathOf(endpoint);
    const workspaceId = records.member;
    for (const bad of poison) {
      const body =
        bad && typeof bad === 'object' && !Array.isArray(bad)
          ? { workspaceId, channelId: records.channel, ...bad }
          : bad;
      // Sends as a person who may see everything and change nothing, so that no input deletes the world.
      const reply = await member.raw(endpoint.method, path, { body: JSON.stringify(body) });
      expect(reply.status, JSON.stringify(body).slice(0, 80)).toBeLessThan(500);
      if (reply.status >= 400) {
        expect(Object.keys(errors)).toContain(reply.body.code);
        expect(reply.body.message.length).toBeGreaterThan(5);
      }
    }
  });

  it.each(mutating)('%s refuses a body that is not JSON', async (_name, endpoint) => {
    expect([400, 415]).toContain(await attempt(endpoint, 'text/plain', '{"title":"x"}'));
    expect(await attempt(endpoint, 'application/json', '{"title":')).toBe(400);
    expect(await attempt(endpoint, 'application/json', '{"__proto__":{"admin":true}}')).toBe(400);
  });

  // One parser reads all bodies of JSON, beside files too.
  it.each([api.channels.create, api.messages.send, api.workspaces.update, api.users.verifyToken])(
    '$method $path refuses every other type, reads JSON in every notation, and refuses it beyond a length',
    async endpoint => {
      for (const type of ['application/xml', 'application/x-www-form-urlencoded', 'application/jsonx'])
        expect([400, 415], type).toContain(await attempt(endpoint, type, '{"title":"x"}'));
      for (const type of ['application/json\t; a=b', ' Application/JSON;charset=utf-8']) {
        // verify-token alone answers a token of any form.
        expect(await attempt(endpoint, type, '[1]'), type).toBe(endpoint === api.users.verifyToken ? 200 : 400);
      }
      expect(await attempt(endpoint, 'application/json', `"${'a'.repeat(1_100_000)}"`)).toBe(413);
    },
  );
});

describe('failures', () => {
  it('are in English for a client that asks for it', async () => {
    const reply = await palabre.nobody.raw('GET', '/api/user/me', { headers: { 'accept-language': 'en-GB,en;q=0.9' } });
    expect(reply.body.message).toBe(errors.unauthorized.en);
  });

  it('of an unknown path are 404, in the same form', async () => {
    const reply = await owner.raw('GET', '/api/nothing/here');
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });
});

describe('the documentation', () => {
  it('is OpenAPI 3.1 made from the contract, for anyone', async () => {
    const { status, body } = await palabre.nobody.raw('GET', '/api/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(createDocument(palabre.services.env.publicUrl));
  });
});
