import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { noteProven } from '../../features/people/users/open/users.store.ts';
import { beginStay } from '../../features/workspaces/guests/open/stays.ts';
import { newId } from '../../platform/postgres/db.ts';
import { inTransaction } from '../../platform/work.ts';
import { type Palabre, Person } from '../harness.ts';
import { invitationsTo, tokenSentTo } from './invited.ts';
import { gather, type Team } from './team.ts';
import { post } from './world.ts';

const dayMs = 86_400_000;

/** Returns the time so many days from now on, as the wire has it. */
export const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

/** Offer to a guest to be. */
export interface Offer {
  workspaceId: string;
  channels: readonly string[];
  email?: string;
  days?: number;
}

/** Has a person invite a guest; returns the token of the mail. */
export async function offerStay(palabre: Palabre, by: Person, offer: Offer): Promise<string> {
  const { workspaceId, channels, email = `${newId()}@ailleurs.fr`, days = 30 } = offer;
  await noteProven(palabre.services.database.kysely, by.id);
  const guest = { channels: [...channels], endsAt: inDays(days) };
  const before = (await invitationsTo(palabre, email)).length;
  await by.ok(api.emailInvites.create, { params: { id: workspaceId }, body: { emails: [email], guest } });
  return tokenSentTo(palabre, email, before + 1);
}

/** Has a person let a guest in, who makes their account. */
export async function letGuestIn(
  palabre: Palabre,
  by: Person,
  { firstName = 'Inès', lastName = 'Vidal', ...offer }: Offer & { firstName?: string; lastName?: string },
): Promise<Person> {
  const token = await offerStay(palabre, by, offer);
  const password = 'un mot de passe sûr';
  const made = await palabre.nobody.ok(api.emailInvites.register, {
    params: { token },
    body: { firstName, lastName, password },
  });
  return new Person(palabre, made.newUser, made.token, password);
}

/** Gathers a workspace of two, with a guest of its owner in a public channel. */
export async function hostGuest(palabre: Palabre, owner: Person, member: Person) {
  const team = await gather(owner, member);
  const site = await team.channel('chantier-nord');
  const hidden = await team.channel('direction', 'private');
  const guest = await letGuestIn(palabre, owner, { workspaceId: team.id, channels: [site._id] });
  return { team, site, hidden, guest, params: { ...team.params, userId: guest.id } };
}

/** Lets a person who is a guest already into channels, as accepting an invitation does. */
export const letInto = (
  { services }: Palabre,
  guest: Person,
  { workspaceId, sponsorId, channels }: { workspaceId: string; sponsorId: string; channels: readonly string[] },
): Promise<unknown> =>
  inTransaction(services, async work => {
    const stay = { workspaceId, userId: guest.id, sponsorId, endsAt: new Date(inDays(30)), channels };
    await beginStay(services, work, stay, { id: workspaceId, name: '' });
  });

type Cast = 'owner' | 'holder' | 'member' | 'guest';

/** Lists acts of a guest who speaks, and is let into channels of a team and out of them. */
export function movedAbout(
  scene: () => {
    person: (kind: Cast) => Person;
    word: (what: string) => string;
    team: Team;
    annex: Channel;
    open: Channel;
    guarded: Channel;
  },
): (() => Promise<unknown>)[] {
  const { person, word } = scene();
  const params = () => ({ ...scene().team.params, userId: person('guest').id });
  const change = (body: { channels?: string[]; endsAt?: string }) =>
    person('owner').ok(api.guests.update, { params: params(), body });
  const say = (kind: Cast, where: 'annex' | 'open' | 'guarded') => post(person(kind), scene()[where], word('message'));
  return [
    () => say('guest', 'annex'),
    () => change({ channels: [scene().annex._id, scene().open._id] }),
    async () => {
      const body = { users: [person('guest').id, person('owner').id] };
      const { conversation } = await person('member').ok(api.conversations.create, { body });
      await person('guest').ok(api.messages.send, {
        body: { conversationId: conversation._id, content: word('message') },
      });
    },
    async () => {
      const { _id: threadOf } = await say('guest', 'open');
      await person('member').ok(api.messages.send, { body: { threadOf, content: word('fil') } });
    },
    () => change({ channels: [scene().annex._id, scene().guarded._id] }),
    () => say('holder', 'open'),
    () => say('holder', 'guarded'),
    () =>
      person('owner').ok(api.channels.update, { params: { id: scene().annex._id }, body: { title: word('annexe') } }),
    () => change({ channels: [scene().annex._id] }),
    () => change({ endsAt: inDays(60) }),
  ];
}
