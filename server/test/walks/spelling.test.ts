import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Limits } from '../../platform/http/floods/limits.ts';
import { newId } from '../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { inviteByMail } from '../people/invited.ts';
import { inAnHour } from '../people/later.ts';
import { admit, found } from '../people/societies.ts';

/**
 * Tests that the case of an id's letters changes nothing. Each endpoint is called with ids as the server writes them
 * and in capitals; a change is made by two people with the same rights. Both calls get the same answer, and no limit or
 * queue uses an id as sent.
 */

const endpoints: [string, Endpoint][] = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]): [string, Endpoint] => [
    `${feature}.${name} (${endpoint.method} ${endpoint.path})`,
    endpoint,
  ]),
);
/** All but logout and leaving, which would end the session or membership of the other calls. */
const walked = endpoints.filter(([, endpoint]) => endpoint !== api.users.logout && endpoint !== api.workspaces.leave);

/** Person with records, from which endpoints are called. */
interface Seat {
  person: Person;
  /** Ids of records, by kind of access. */
  records: Record<string, string>;
}

const capitals = (id: string): string => id.toUpperCase();
const inCapitals = /[0-9A-F]{8}-[0-9A-F]{4}-7[0-9A-F]{3}-[0-9A-F]{4}-[0-9A-F]{12}/;

let palabre: Palabre;
let owner: Person;
let seats: [Seat, Seat];
/** Keys under which requests were counted or queued. */
const keys: string[] = [];

beforeAll(async () => {
  palabre = await startPalabre();
  const register = (firstName: string) => palabre.register({ firstName });
  const others = await Promise.all([register('Karim'), register('Karim')]);
  owner = await register('Camille');
  const { workspace } = await owner.ok(api.workspaces.create, { body: { title: 'Direction', restricted: true } });
  const body = { users: others.map(({ id }) => id), time: '24h' as const };
  const { inviteCode, invite } = await owner.ok(api.invites.create, { params: { id: workspace._id }, body });
  const channelId = workspace.welcomeChannel;
  for (const person of others) await person.ok(api.invites.accept, { params: { code: inviteCode } });
  const { message } = await owner.ok(api.messages.send, { body: { channelId, content: 'Bonjour' } });
  await owner.ok(api.messages.send, { body: { threadOf: message._id, content: 'Bonjour à vous' } });
  const { message: attached } = await owner.ok(api.messages.send, {
    body: { channelId, content: '' },
    files: [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }],
  });
  const more = await Promise.all([register('Yann'), register('Inès')]);
  const { conversation } = await owner.ok(api.conversations.create, {
    body: { users: [...body.users, ...more.map(({ id }) => id)] },
  });
  const { roles } = await owner.ok(api.roles.list, { params: { id: workspace._id } });
  const society = await found(owner);
  await admit(owner, society, 'member', ...others);
  const byMail = await inviteByMail(palabre, owner, workspace._id, 'zoe@exemple.fr');
  const seatOf = async (person: Person): Promise<Seat> => {
    const { sessions } = await (await person.elsewhere()).ok(api.accounts.sessions);
    const { notifications } = await person.ok(api.notifications.list);
    const asked = { ...inAnHour(), nonce: newId() };
    const { scheduled } = await person.ok(api.scheduled.remind, { params: { id: message._id }, body: asked });
    const records = {
      ...{ joinable: workspace._id, discoverable: workspace._id, member: workspace._id },
      ...{ channel: channelId, place: channelId, conversation: conversation._id, message: message._id },
      thread: message._id,
      ...{
        role: roles[0]?._id,
        invite: invite._id,
        emailInvite: byMail.id,
        society: society._id,
        societyMember: society._id,
      },
      ...{ file: attached.fileAttachments[0]?._id, administrator: owner.id, session: owner.id, public: person.id },
      ...{ self: person.id, ownSession: sessions[0]?._id, notification: notifications[0]?._id },
      scheduled: scheduled._id,
    };
    return { person, records: records as Record<string, string> };
  };
  seats = [await seatOf(others[0]), await seatOf(others[1])];
  // Nothing changes between two reads.
  await palabre.endJobs();

  const { limits, places, locked } = palabre.services;
  for (const name of ['check', 'spend', 'refund', 'clear'] as const) {
    const counts = limits[name] as Limits['check'];
    vi.spyOn(limits, name).mockImplementation(((limit: never, key: string) => {
      keys.push(key);
      return counts(limit, key);
    }) as never);
  }
  for (const turns of [places, locked]) {
    const run = turns.run.bind(turns);
    vi.spyOn(turns, 'run').mockImplementation((things, work) => {
      keys.push(...things);
      return run(things, work);
    });
  }
});

/** Calls an endpoint about the records of a seat, each id as `spelled`; the body changes none of them. */
function callFrom({ person, records }: Seat, endpoint: Endpoint, spelled: (id: string) => string) {
  const id = spelled(records[endpoint.access.kind] as string);
  const inPlace = endpoint.access.kind === 'place';
  const [workspaceId, userId] = [spelled(records.member as string), spelled(owner.id)];
  const placeIds = { channelId: spelled(records.place as string) };
  const query = new URLSearchParams({
    ...{ workspaceId, userId, societyId: spelled(records.society as string), ids: userId },
    ...(inPlace && { ...placeIds, after: '0' }),
    ...(endpoint === api.messages.page && { around: spelled(records.message as string) }),
    ...{ q: 'bonjour', reaction: '👍', email: owner.user.email },
  });
  const body = {
    ...{ title: 'Salon', name: 'devis', content: 'x', workspaceId, ...placeIds, userId, targetUserId: userId },
    ...{ users: [userId], channels: [placeIds.channelId], ids: [spelled(records.notification as string)] },
    ...{ reportedUser: userId, messageId: spelled(records.message as string), reason: 'spam', description: 'x' },
    ...{ replyTo: spelled(records.message as string), order: [placeIds.channelId], reaction: '👍', position: 1 },
    ...{ p_id: userId, p_email: owner.user.email, p_otp: '123456', p_option: 'email', action: 'removeUser' },
    emails: [owner.user.email],
    ...{ email: owner.user.email, password: 'pas le bon mot', oldPassword: 'pas le bon mot', status: 'handled' },
    ...{
      newPassword: 'un mot de passe sûr',
      ...inAnHour(),
      nonce: newId(),
      version: 1,
      text: 'Un texte',
      hours: null,
      by: 'hand',
      resetToken: 'x',
      time: '24h',
      token: 'x',
    },
  };
  const path = endpoint.path.replace(':name', 'devis.txt').replace(/:\w+/g, id);
  return person.raw(endpoint.method, `/api${path}?${query}`, endpoint.method === 'GET' ? {} : { body });
}

describe('an id in capitals', () => {
  it.each(walked)('%s answers as for the id itself', async (_name, endpoint) => {
    const [one, other] = seats;
    keys.length = 0;
    const plain = await callFrom(one, endpoint, id => id);
    const counted = keys.splice(0);
    const isRead = endpoint.method === 'GET';
    const respelled = await callFrom(isRead ? one : other, endpoint, capitals);
    expect([respelled.status, respelled.body.code]).toEqual([plain.status, plain.body.code]);
    // An export says when it was made.
    if (isRead && endpoint !== api.personalData.export) expect(respelled.body).toEqual(plain.body);
    expect(keys.filter(key => inCapitals.test(key))).toEqual([]);
    expect(keys).toHaveLength(counted.length);
  });

  it('differs from the id in this test’s own ids', () => {
    expect(capitals(owner.id)).toMatch(inCapitals);
    expect(capitals(owner.id)).not.toBe(owner.id);
  });
});
