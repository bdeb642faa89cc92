import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { inDays, letGuestIn } from '../people/guests.ts';
import { inAnHour } from '../people/later.ts';
import { gather } from '../people/team.ts';
import { post } from '../people/world.ts';

/**
 * Walks every endpoint of the contract as a guest who is let into one private channel: an endpoint that does not say that it
 * is open to guests refuses them, and no answer of any other holds a word, a name or an id of anything else in the workspace
 * or in Palabre.
 */
const guarded = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>)
    .map(([name, endpoint]): [string, Endpoint] => [`${feature}.${name}`, endpoint])
    .filter(([, { access }]) => access.kind !== 'public'),
);
const open = guarded.filter(([, endpoint]) => endpoint.guests);
const shut = guarded.filter(([, endpoint]) => !endpoint.guests);
/** Kinds of access to one record, of which a guest learns only if they are let in. */
const ofRecord: Endpoint['access']['kind'][] = ['channel', 'conversation', 'place', 'message', 'thread', 'file'];

let palabre: Palabre;
let guest: Person;
/** Ids that the guest may not learn of, by the kind of record. */
let hidden: Record<string, string>;
/** Ids of the guest's own places, messages and colleagues. */
let own: Record<string, string>;
const secret = `secret${newId().slice(-6)}`;
const word = (what: string) => `${secret}-${what}`;

beforeAll(async () => {
  palabre = await startPalabre();
  const [owner, stranger, member] = (await Promise.all([
    palabre.register(),
    palabre.register({ firstName: word('inconnu'), lastName: word('nom'), email: `${word('adresse')}@exemple.fr` }),
    palabre.register({ firstName: word('membre'), lastName: word('nom'), email: `${word('courriel')}@exemple.fr` }),
  ])) as [Person, Person, Person];
  const team = await gather(owner, member);
  const shown = await team.channel('chantier-nord', 'private');
  const shut = await team.channel(word('salon'));
  const secretRole = await team.role({ name: word('role'), users: [member.id] });
  const files = [{ bytes: Buffer.from('Le devis'), name: `${word('fichier')}.txt` }];
  const { message } = await member.ok(api.messages.send, {
    body: { channelId: shut._id, content: word('message') },
    files,
  });
  const { message: reply } = await member.ok(api.messages.send, {
    body: { threadOf: message._id, content: word('fil') },
  });
  await member.ok(api.pins.pin, { params: { id: message._id } });
  const { conversation } = await owner.ok(api.conversations.create, { body: { users: [member.id] } });
  await member.ok(api.messages.send, { body: { conversationId: conversation._id, content: word('conversation') } });
  const { workspace: elsewhere } = await stranger.ok(api.workspaces.create, { body: { title: word('ailleurs') } });
  const { society } = await stranger.ok(api.societies.create, { body: { name: word('société') } });
  const { invite } = await owner.ok(api.invites.create, {
    params: team.params,
    body: { users: [member.id], time: '24h' },
  });
  guest = await letGuestIn(palabre, owner, { workspaceId: team.id, channels: [shown._id] });
  const mine = await post(owner, shown, 'Bienvenue');
  const { conversation: talk } = await guest.ok(api.conversations.create, { body: { users: [owner.id] } });
  hidden = {
    channel: shut._id,
    welcome: team.welcome._id,
    message: message._id,
    thread: reply.threadId ?? '',
    conversation: conversation._id,
    file: message.fileAttachments[0]?._id ?? '',
    member: member.id,
    stranger: stranger.id,
    role: secretRole._id,
    invite: invite._id,
    workspace: elsewhere._id,
    society: society._id,
  };
  own = {
    workspace: team.id,
    channel: shown._id,
    message: mine._id,
    conversation: talk._id,
    self: guest.id,
    owner: owner.id,
  };
});

/** Returns the field that names a place of this id. */
function fieldOf(id: string): string {
  const what = Object.entries({ ...hidden, ...own }).find(([, one]) => one === id)?.[0];
  return what === 'thread' ? 'threadId' : what === 'conversation' ? 'conversationId' : 'channelId';
}

/** Calls an endpoint with an id wherever it takes one. */
function call(endpoint: Endpoint, id: string, field = fieldOf(id)) {
  const path = endpoint.path.replace(/:\w+/g, id);
  const where = { [field]: id };
  const asked = { ...(endpoint.access.kind === 'place' ? where : {}), workspaceId: id };
  const query = new URLSearchParams({
    ...asked,
    after: '0',
    userId: hidden.member ?? '',
    ids: Object.values(hidden).join(),
    q: secret,
    search: secret,
    reaction: '👍',
  });
  const body = {
    ...{ ...asked, ...inAnHour(), content: 'x', title: 'x', nonce: newId(), position: 1, version: 1, reaction: '👍' },
    ...{ users: [hidden.member, hidden.stranger], reportedUser: hidden.stranger, reason: 'spam', ids: [] },
  };
  return guest.raw(endpoint.method, `/api${path}?${query}`, endpoint.method === 'GET' ? {} : { body });
}

/** Lists the hidden records that an answer reveals; ids that were sent are known already. */
const told = (reply: { body: unknown }, sent: string): string[] => {
  const text = JSON.stringify(reply.body);
  const ids = Object.entries(hidden).flatMap(([what, id]) =>
    id !== sent && text.includes(id) ? [`id of ${what}`] : [],
  );
  return [...ids, ...(text.match(new RegExp(`${secret}-\\w+`, 'g')) ?? [])];
};

describe('a guest', () => {
  it('hears at once of settings, announcements and default hours, as everybody', async () => {
    const root = await palabre.register();
    await palabre.makeAdministrator(root);
    const ears = await guest.connect();
    const { version } = await root.ok(api.settings.read);
    await root.ok(api.settings.change, { body: { version, name: 'Atelier' } });
    expect((await ears.next('updateSettings')).settings.name).toBe('Atelier');
    const body = { text: 'Coupure ce soir.', endsAt: inDays(1) };
    const { announcement } = await root.ok(api.announcements.create, { body });
    expect((await ears.next('newAnnouncement')).text).toBe('Coupure ce soir.');
    await root.ok(api.announcements.end, { params: { id: announcement._id } });
    expect(await ears.next('endAnnouncement')).toEqual({ _id: announcement._id });
    await root.ok(api.disconnection.setDefaults, { body: { societyId: null, hours: null } });
    expect(await ears.next('updateDefaultHours')).toEqual({ societyId: null });
  });

  it.each(shut)('is refused %s, whatever they ask for', async (_name, endpoint) => {
    for (const id of [own.workspace, own.channel, hidden.channel, newId()] as string[]) {
      const reply = await call(endpoint, id);
      const expected = endpoint.access.kind === 'administrator' ? [403, 404] : [403];
      expect(expected).toContain(reply.status);
      expect(['guest_not_allowed', 'not_found']).toContain(reply.body.code);
      expect(told(reply, id)).toEqual([]);
    }
  });

  // Two endpoints end the session of the other calls; each has a test of its own.
  const ending: readonly Endpoint[] = [api.users.logout, api.accounts.endOtherSessions];
  const lasting = open.filter(([, endpoint]) => !ending.includes(endpoint));

  it.each(lasting)('learns nothing of what they are not let into from %s', async (_name, endpoint) => {
    const isChange = endpoint.method !== 'GET';
    const ids = [...Object.values(hidden), ...(isChange ? [] : Object.values(own))];
    for (const id of ids) {
      const reply = await call(endpoint, id);
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
      expect(told(reply, id)).toEqual([]);
      if (Object.values(own).includes(id) || !ofRecord.includes(endpoint.access.kind)) continue;
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.body).toEqual((await call(endpoint, newId(), fieldOf(id))).body);
    }
  });

  it('sees of their workspace the channel, its people and their number, and nothing else', async () => {
    const params = { id: own.workspace as string };
    const { workspace } = await guest.ok(api.workspaces.one, { params });
    expect(workspace).toMatchObject({
      ...{ members: [own.owner], owner: [own.owner], membersCount: 1, channels: [own.channel] },
      ...{ welcomeChannel: own.channel, societyId: null, announceMoves: false },
    });
    const { users, total, online } = await guest.ok(api.members.list, { params });
    expect([users.map(({ _id }) => _id).sort(), total]).toEqual([[own.owner, guest.id].sort(), 2]);
    expect(online).toBeLessThanOrEqual(2);
    // They know of no role, so nobody has one.
    const byRole = await guest.ok(api.members.list, { params, query: { roleId: 'creator' } });
    expect([byRole.users, byRole.total]).toEqual([[], 0]);
    const boot = await guest.ok(api.boot.one, { query: { workspaceId: own.workspace as string } });
    expect(boot.channels.channels.map(({ _id }) => _id)).toEqual([own.channel]);
    expect([boot.roles, boot.myRoles, boot.society.society]).toEqual([{ roles: [] }, { roles: [] }, null]);
  });
});
