import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import type { Listener } from '../listener.ts';
import { leavings } from '../people/departures.ts';
import { letGuestIn, movedAbout } from '../people/guests.ts';
import { inviteByMail, registerInvited } from '../people/invited.ts';
import { reporting } from '../people/reporting.ts';
import { lifeOfASociety } from '../people/societies.ts';
import { gather, type Team } from '../people/team.ts';
import { post } from '../people/world.ts';
import { picture } from '../picture.ts';
import { readable, wordsOf } from './canary.ts';

/**
 * Tests events for leaks: one recording socket for each kind of person, and a unique word in each text. No frame may
 * hold a word or an id that its receiver could not read by a request just before or just after.
 */
interface Listening {
  person: Person;
  ears: Listener;
}
const kinds = [
  'owner',
  'holder',
  'member',
  'newcomer',
  'removed',
  'banned',
  'outsider',
  'elsewhere',
  'administrator',
  'guest',
] as const;
type Kind = (typeof kinds)[number];

let palabre: Palabre;
let people: Record<Kind, Listening>;
let team: Team;
let open: Channel;
let guarded: Channel;
let hidden: Channel;
/** Private channel of a guest. */
let annex: Channel;
let lead: Role;
let crew: Role;

let words = 0;
/** Makes a unique word. */
const word = (what: string): string => {
  words += 1;
  return `canari-${what}-${words}-${newId().slice(-6)}`;
};
const person = (kind: Kind): Person => people[kind].person;

beforeAll(async () => {
  palabre = await startPalabre();
  const registered = await Promise.all(
    kinds
      .slice(0, -1)
      .map(kind =>
        palabre.register({ firstName: word(kind), lastName: word('nom'), email: `${word(kind)}@exemple.fr` }),
      ),
  );
  const all = Object.fromEntries(registered.map((one, n) => [kinds[n], one])) as Record<Kind, Person>;
  team = await gather(all.owner, all.holder, all.member, all.removed, all.banned);
  const far = await gather(all.elsewhere);
  await post(all.elsewhere, far.welcome, word('loin'));
  open = await team.channel(word('ouvert'));
  guarded = await team.channel(word('protégé'), 'protected');
  hidden = await team.channel(word('privé'), 'private');
  lead = await team.role({
    name: word('conduite'),
    users: [all.holder.id],
    creator: true,
    visibleChannels: [hidden._id],
    writableChannels: [hidden._id, guarded._id],
  });
  crew = await team.role({ name: word('équipe'), users: [all.member.id] });
  await all.owner.ok(api.members.kick, { params: team.params, body: { userId: all.removed.id } });
  await all.owner.ok(api.members.ban, { params: team.params, body: { userId: all.banned.id } });
  annex = await team.channel(word('annexe'), 'private');
  all.guest = await letGuestIn(palabre, all.owner, {
    ...{ workspaceId: team.id, channels: [annex._id], email: `${word('guest')}@exemple.fr` },
    ...{ firstName: word('guest'), lastName: word('nom') },
  });
  await palabre.makeAdministrator(all.administrator);
  const listening = await Promise.all(
    kinds.map(async kind => ({ person: all[kind], ears: await all[kind].connect() })),
  );
  people = Object.fromEntries(kinds.map((kind, n) => [kind, listening[n]])) as typeof people;
  await settled();
});

const settled = async () => {
  for (const { ears } of Object.values(people)) await ears.settled();
};

const everyone = () => Object.values(people);

/** Runs acts in order, and lists what each person was sent but could not have read. */
async function leaks(acts: Act[]): Promise<string[]> {
  const found: string[] = [];
  const before = await Promise.all(everyone().map(({ person }) => readable(person)));
  for (const act of acts) {
    const from = everyone().map(({ ears }) => ears.heard.length);
    await act();
    await settled();
    const look = async (kind: string, { person, ears }: Listening, n: number) => {
      const heard = ears.heard.slice(from[n]);
      // A person who received nothing is skipped: `rights.test.ts` checks that every loss is told.
      if (heard.length === 0) return;
      const after = await readable(person);
      for (const { name, payload } of heard) {
        const unknown = wordsOf(payload).filter(said => !before[n]?.has(said) && !after.has(said));
        found.push(...unknown.map(said => `${kind} heard ${said} in ${name}`));
      }
      before[n] = after;
    };
    await Promise.all(Object.entries(people).map(([kind, one], n) => look(kind, one, n)));
  }
  return found;
}

type Act = () => Promise<unknown>;

const heardBy = (kind: Kind, found: string): boolean =>
  people[kind].ears.heard.some(({ payload }) => JSON.stringify(payload).includes(found));

const change = (body: { title?: string; description?: string; restricted?: boolean }) =>
  person('owner').ok(api.workspaces.update, { params: team.params, body });
const setVisible = (visibleChannels: string[]) =>
  person('owner').ok(api.roles.update, { params: { id: crew._id }, body: { visibleChannels } });
const react = (by: Person, { _id: id }: Message, reaction: string) =>
  by.ok(api.reactions.add, { params: { id }, body: { reaction } });
const remove = (channel: Channel) => person('owner').ok(api.channels.remove, { params: { id: channel._id } });

/** Lists every act that makes the server emit, in an order in which each finds its preconditions. */
function steps(): Record<string, Act[]> {
  let message: Message;
  let said: Message;
  let channel: Channel;
  let role: Role;
  let other: Team;
  let emojiId: string;
  let code: string;
  let talk: { id: string };
  const talkWith = async (...others: Kind[]) => {
    const users = others.map(kind => person(kind).id);
    const { conversation } = await person('member').ok(api.conversations.create, { body: { users } });
    talk = { id: conversation._id };
    return conversation;
  };
  const say = (kind: Kind) =>
    person(kind).ok(api.messages.send, { body: { conversationId: talk.id, content: word('message') } });
  const reply = (kind: Kind, place: { channelId: string } | { conversationId: string }, { _id: replyTo }: Message) =>
    person(kind).ok(api.messages.send, { body: { ...place, content: word('réponse'), replyTo } });
  const inThread = async (kind: Kind, { _id: threadOf }: Message, more = {}) =>
    (await person(kind).ok(api.messages.send, { body: { threadOf, content: word('fil'), ...more } })).message;
  return {
    'a guest speaks and is moved about': movedAbout(() => ({ person, word, team, annex, open, guarded })),
    'messages are posted everywhere': [
      () => post(person('holder'), team.welcome, word('message')),
      () => post(person('holder'), open, word('message')),
      () => post(person('holder'), guarded, word('message')),
      () => post(person('holder'), hidden, word('message')),
    ],
    'one in a private channel is edited, reacted to, pinned and deleted': [
      async () => {
        message = await post(person('owner'), hidden, word('message'));
      },
      () => person('owner').ok(api.messages.edit, { params: { id: message._id }, body: { content: word('retouche') } }),
      () => react(person('holder'), message, `:${word('signe')}:`),
      () => person('holder').ok(api.pins.pin, { params: { id: message._id } }),
      () => person('owner').ok(api.messages.remove, { params: { id: message._id } }),
    ],
    'one there is answered, changed and deleted': [
      async () => {
        message = await post(person('owner'), hidden, word('message'));
      },
      () => reply('holder', { channelId: hidden._id }, message),
      () => person('owner').ok(api.messages.edit, { params: { id: message._id }, body: { content: word('retouche') } }),
      () => person('owner').ok(api.messages.remove, { params: { id: message._id } }),
    ],
    'a thread lives and ends in a private channel': [
      async () => {
        message = await post(person('owner'), hidden, word('message'));
      },
      () => inThread('holder', message),
      async () => {
        said = await inThread('holder', message, { alsoInPlace: true });
      },
      () => inThread('owner', message),
      () => person('owner').ok(api.threads.follow, { params: { id: message._id }, body: { following: false } }),
      () => person('holder').ok(api.threads.read, { body: { channelId: hidden._id } }),
      () => person('holder').ok(api.messages.edit, { params: { id: said._id }, body: { content: word('retouche') } }),
      () => person('owner').ok(api.messages.remove, { params: { id: message._id } }),
      () => person('owner').ok(api.messages.remove, { params: { id: said._id } }),
    ],
    'a member follows a thread of a channel that closes and opens again': [
      async () => {
        message = await post(person('member'), open, word('message'));
      },
      () => inThread('owner', message),
      () => person('owner').ok(api.channels.update, { params: { id: open._id }, body: { visibility: 'private' } }),
      () => inThread('owner', message),
      () => person('owner').ok(api.messages.remove, { params: { id: message._id } }),
      () => person('owner').ok(api.channels.update, { params: { id: open._id }, body: { visibility: 'public' } }),
    ],
    'a private channel is renamed': [
      () => person('holder').ok(api.channels.update, { params: { id: hidden._id }, body: { title: word('privé') } }),
    ],
    'a private channel is made, spoken in and deleted': [
      async () => {
        channel = await team.channel(word('privé'), 'private');
      },
      () => post(team.owner, channel, word('message')),
      () => remove(channel),
    ],
    'an open channel closes, is spoken in, and opens again': [
      () => person('owner').ok(api.channels.update, { params: { id: open._id }, body: { visibility: 'private' } }),
      () => post(person('owner'), open, word('message')),
      () => person('owner').ok(api.channels.update, { params: { id: open._id }, body: { visibility: 'public' } }),
    ],
    'a role is made, changed and deleted': [
      async () => {
        role = await team.role({ name: word('rôle'), visibleChannels: [hidden._id] });
      },
      () => person('owner').ok(api.roles.update, { params: { id: role._id }, body: { name: word('rôle'), rank: 1 } }),
      () => person('owner').ok(api.roles.remove, { params: { id: role._id } }),
    ],
    'a member gains the private channel, and loses it': [() => setVisible([hidden._id]), () => setVisible([])],
    'settings change, and nobody may come in': [
      () => change({ title: word('atelier'), description: word('description') }),
      () => change({ restricted: true }),
      () => change({ title: word('atelier') }),
    ],
    'an invitation is made and used': [
      async () => {
        const users = [person('newcomer').id];
        const params = { id: team.id };
        code = (await person('owner').ok(api.invites.create, { params, body: { users, time: '1h' } })).inviteCode;
      },
      () => person('newcomer').ok(api.invites.accept, { params: { code } }),
    ],
    'an address is invited, and its person comes': [
      async () => {
        code = (await inviteByMail(palabre, person('owner'), team.id, `${word('zoé')}@x.fr`)).token;
      },
      () => registerInvited(palabre, code, word('nom')),
    ],
    'channels are put in order': [
      () => person('owner').ok(api.channels.order, { params: team.params, body: { channels: [hidden._id, open._id] } }),
    ],
    'emoji are added and removed': [
      async () => {
        const image = { bytes: await picture() };
        const body = { name: word('emoji').slice(0, 30) };
        emojiId = (await person('holder').ok(api.emoji.create, { params: team.params, body, image })).emoji._id;
      },
      () => person('owner').ok(api.emoji.remove, { params: { ...team.params, emojiId } }),
    ],
    'people write, in the open and apart': [
      async () => {
        for (const channel of [open, hidden]) {
          people.holder.ears.socket.emit('typing', { channelId: channel._id });
          await people.owner.ears.next('typing', ({ channelId }) => channelId === channel._id);
        }
      },
    ],
    'people change their status': [
      async () => {
        for (const { ears } of everyone()) await ears.setStatus('busy');
        const isOwner = (user: { _id: string; status: string }) =>
          user._id === person('owner').id && user.status === 'busy';
        await people.member.ears.next('userUpdate', isOwner);
      },
    ],
    'a ban is lifted and set again': [
      () => person('owner').ok(api.members.unban, { params: team.params, body: { userId: person('banned').id } }),
      () => person('owner').ok(api.members.ban, { params: team.params, body: { userId: person('banned').id } }),
    ],
    'someone is kicked': [
      () => person('holder').ok(api.members.kick, { params: team.params, body: { userId: person('newcomer').id } }),
    ],
    'two people talk, and one hides it': [
      () => talkWith('outsider'),
      () => say('member'),
      () => person('outsider').ok(api.conversations.remove, { params: talk }),
      () => say('member'),
    ],
    'a few talk, one is let in and one leaves': [
      () => talkWith('outsider', 'elsewhere'),
      () => say('outsider'),
      () => person('elsewhere').ok(api.conversations.rename, { params: talk, body: { title: word('titre') } }),
      () => person('outsider').ok(api.conversations.add, { params: talk, body: { users: [person('removed').id] } }),
      () => say('removed'),
      async () => {
        message = (await say('outsider')).message;
      },
      () => reply('elsewhere', { conversationId: talk.id }, message),
      () => person('outsider').ok(api.messages.edit, { params: { id: message._id }, body: { content: word('édité') } }),
      () => person('outsider').ok(api.conversations.leave, { params: talk }),
      () => say('elsewhere'),
      () => person('member').ok(api.conversations.remove, { params: talk }),
    ],
    'a society is made, asked, run, left and ended': lifeOfASociety(person, word),
    'someone is reported, which is handled, and an address is banned': [
      async () => {
        message = await post(person('holder'), hidden, word('message'));
      },
      ...reporting({ person, word, message: () => message }),
      () => person('administrator').ok(api.administration.ban, { body: { email: `${word('banni')}@exemple.fr` } }),
    ],
    'a person is suspended, comes back and departs': leavings(
      person,
      () => palabre.register({ firstName: word('part'), lastName: word('nom') }),
      ({ id }) => post(person('holder'), hidden, `<@${id}> ${word('message')}`),
    ),
    'another workspace lives and ends': [
      async () => {
        other = await gather(person('elsewhere'), person('outsider'));
      },
      () => post(person('elsewhere'), other.welcome, word('message')),
      () => person('outsider').ok(api.workspaces.leave, { params: other.params }),
      () => person('elsewhere').ok(api.workspaces.remove, { params: other.params }),
    ],
  };
}

describe('no frame holds data that its receiver cannot read', () => {
  it.each(Object.entries(steps()))('while %s', async (_name, acts) => {
    expect(await leaks(acts)).toEqual([]);
  });

  it('while a person is reported, whom only administrators hear of or can read about', async () => {
    const others = Object.values(people).filter(({ person: { id } }) => id !== person('administrator').id);
    const known = () => Promise.all(others.map(async ({ person }) => [...(await readable(person))].sort()));
    // Ignores `userUpdate`: a person silent for 45 seconds goes offline, which happens here on a slow machine.
    const told = () => others.map(({ ears }) => ears.heard.filter(({ name }) => name !== 'userUpdate').length);
    const [before, said] = [await known(), told()];
    const heard = people.administrator.ears.heard.length;
    for (const act of reporting({ person, word, message: () => undefined })) {
      await act();
      await settled();
      expect(told()).toEqual(said);
      expect(await known()).toEqual(before);
    }
    const names = people.administrator.ears.heard.slice(heard).map(({ name }) => name);
    expect(names.filter(name => name !== 'userUpdate')).toEqual([
      'newReport',
      'newNotification',
      'updateReport',
      'updateReport',
      'updateReport',
      'updateNotification',
      'updateReport',
      'updateNotification',
      'updateNotification',
      'deleteReport',
    ]);
  });

  it('and every reader has heard the events', () => {
    expect(heardBy('holder', hidden._id)).toBe(true);
    expect(heardBy('member', open._id)).toBe(true);
    expect(heardBy('guest', annex._id)).toBe(true);
    for (const kind of ['removed', 'banned', 'outsider', 'elsewhere'] as const) {
      expect([kind, heardBy(kind, team.id)]).toEqual([kind, false]);
    }
  });
});

/** Posts in a channel until the person's socket would have heard a message if it still could. */
async function nothingMore(kind: Kind, speakers: { by: Person; in: Channel }[]): Promise<void> {
  const said: string[] = [];
  for (const speaker of speakers) {
    for (let n = 0; n < 20; n += 1) said.push((await post(speaker.by, speaker.in, word('après')))._id);
  }
  await settled();
  expect(said.filter(id => heardBy('owner', id)).length).toBe(said.length);
  expect(said.filter(id => heardBy(kind, id))).toEqual([]);
}

describe('an open socket', () => {
  it('receives nothing more of places that a demotion takes away', async () => {
    const before = await post(person('owner'), hidden, word('avant'));
    await people.holder.ears.next('newMessage', ({ _id }) => _id === before._id);
    await person('owner').ok(api.roles.update, { params: { id: lead._id }, body: { users: [] } });
    await nothingMore('holder', [{ by: person('owner'), in: hidden }]);
  });

  it.each(['kick', 'ban'] as const)('receives nothing more after a %s, in the middle of a conversation', async what => {
    const kind = what === 'kick' ? 'member' : 'holder';
    const talk = Promise.all(Array.from({ length: 40 }, () => post(person('owner'), open, word('pendant'))));
    await people[kind].ears.next('newMessage', ({ channelId }) => channelId === open._id);
    await person('owner').ok(api.members[what], { params: team.params, body: { userId: person(kind).id } });
    await talk;
    await settled();
    await nothingMore(kind, [
      { by: person('owner'), in: open },
      { by: person('owner'), in: hidden },
    ]);
  });

  it('closes when its session ends', async () => {
    const there = await person('outsider').elsewhere();
    const ears = await there.connect();
    await there.ok(api.users.logout);
    await expect(ears.closed).resolves.toBe('io server disconnect');
  });
});
