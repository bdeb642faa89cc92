import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { beforeAll, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

/** Tests who may delete other people's messages. */

let palabre: Palabre;
let owner: Person;
let member: Person;
let outsider: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  [owner, member, outsider] = (await Promise.all(
    ['Camille', 'Karim', 'Yann'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person];
  team = await gather(owner, member);
});

const remove = (person: Person, { _id: id }: Message) => person.call(api.messages.remove, { params: { id } });

it('An owner and the holder of a creator role delete messages of others in a channel; the event carries no text', async () => {
  const holder = await palabre.register({ firstName: 'Léonie' });
  await holder.ok(api.workspaces.join, { params: team.params });
  await team.role({ name: 'Modération', creator: true, users: [holder.id] });
  const socket = await member.connect();
  for (const moderator of [owner, holder]) {
    const message = await post(member, team.welcome, 'propos-déplacés');
    expect((await remove(moderator, message)).status).toBe(200);
    const event = await socket.next('deleteMessage', ({ _id }) => _id === message._id);
    expect(event).toEqual({
      _id: message._id,
      channelId: team.welcome._id,
      conversationId: null,
      seq: message.seq + 1,
    });
  }
});

it('The journal tells of a message deleted by somebody else than its author, a reply too, and of no other', async () => {
  const administrator = await palabre.register();
  await palabre.makeAdministrator(administrator);
  const root = await post(member, team.welcome, 'racine');
  const [said, own] = await Promise.all(
    ['réponse', 'la mienne'].map(async content => {
      const { message } = await member.ok(api.messages.send, { body: { threadOf: root._id, content } });
      return message;
    }),
  );
  for (const [person, message] of [
    [owner, said],
    [member, own],
    [owner, root],
  ] as const)
    expect((await remove(person, message as Message)).status).toBe(200);
  const { entries } = await administrator.ok(api.audit.list, { query: { action: 'message_deleted', limit: 3 } });
  const told = { actorId: owner.id, targetId: member.id, placeId: team.welcome._id, place: 'Chantier › général' };
  expect(entries.slice(0, 2)).toMatchObject([told, told]);
});

it('Other members may not delete messages of others, whatever their roles allow, and outsiders get a 404', async () => {
  const kicker = await palabre.register({ firstName: 'Souleymane' });
  await kicker.ok(api.workspaces.join, { params: team.params });
  await team.role({ name: 'Accueil', canKick: true, addChannels: true, users: [kicker.id] });
  const message = await post(owner, team.welcome, 'reste là');
  for (const person of [member, kicker]) {
    const { status, body } = await remove(person, message);
    expect([status, body.code]).toEqual([403, 'sender_only']);
  }
  expect((await remove(outsider, message)).status).toBe(404);
  expect((await owner.ok(api.messages.one, { params: { id: message._id } })).message).toEqual(message);
});

it('Messages of a private channel are deleted by owners and creators who see it', async () => {
  const holder = await palabre.register({ firstName: 'Inès' });
  await holder.ok(api.workspaces.join, { params: team.params });
  const hidden = await team.channel('direction', 'private');
  await team.role({ name: 'Seconds', creator: true, users: [holder.id] });
  const message = await post(owner, hidden, 'Entre nous.');
  expect((await remove(holder, message)).status).toBe(404);
  expect((await remove(owner, message)).status).toBe(200);
});
