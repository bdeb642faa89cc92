import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { Palabre, Person } from '../../server/test/harness.ts';
import { talk, write } from '../../server/test/talk.ts';
import { gather, type Team } from '../../server/test/team.ts';
import { post } from '../../server/test/world.ts';

/** The people of a scene: all but `guest` and `banned` have their caches watched. */
export interface Cast {
  owner: Person;
  /** Holds a creator role, which sees the private channel and ranks below the owner. */
  holder: Person;
  /** Holds a role without rights. */
  member: Person;
  /** In another workspace only. */
  outsider: Person;
  /** A member like others, who is acted on. */
  guest: Person;
  banned: Person;
  /** Of Palabre, in no workspace. */
  administrator: Person;
}

/** A workspace of a scenario's own, with something of everything in it. */
export interface Scene extends Cast {
  palabre: Palabre;
  team: Team;
  /** The workspace as endpoints below `/workspace/:id` name it. */
  params: { id: string };
  open: Channel;
  protected: Channel;
  private: Channel;
  lead: Role;
  crew: Role;
  invite: Invite;
  /** Of the owner, who made it, the holder, the member and the guest. */
  talk: Conversation;
  /** Of the owner; the member is in it, and the outsider waits. */
  society: Society;
  /** Of the owner and the holder. */
  pair: Conversation;
  /** One in the open channel by each of these, one in the private channel by the holder, and the last of `talk`. */
  messages: { owner: Message; holder: Message; member: Message; private: Message; talk: Message };
}

export async function castOf(palabre: Palabre): Promise<Cast> {
  const [owner, holder, member, outsider, guest, banned, administrator] = (await Promise.all(
    [
      ['Camille', 'Moreau'],
      ['Léonie', 'Dubreuil'],
      ['Karim', 'Benali'],
      ['Hélène', 'Nguyen'],
      ['Souleymane', 'Aw'],
      ['Théo', 'Moreau'],
      ['Agathe', 'Roy'],
    ].map(([firstName, lastName]) => palabre.register({ firstName, lastName })),
  )) as [Person, Person, Person, Person, Person, Person, Person];
  await palabre.makeAdministrator(administrator);
  // Those who join the society of a scenario, which has a whitelist.
  await palabre.prove(member, outsider, guest);
  return { owner, holder, member, outsider, guest, banned, administrator };
}

/** Builds the workspace of one scenario. */
export async function stage(palabre: Palabre, cast: Cast): Promise<Scene> {
  const { owner, holder, member, guest, banned } = cast;
  const team = await gather(owner, holder, member, guest, banned);
  const { params } = team;
  await owner.ok(api.members.ban, { params, body: { userId: banned.id } });
  const open = await team.channel('chantier-lyon');
  const guarded = await team.channel('annonces', 'protected');
  const hidden = await team.channel('direction', 'private');
  const lead = await team.role({
    name: 'Conduite',
    users: [holder.id],
    creator: true,
    canKick: true,
    addChannels: true,
    visibleChannels: [hidden._id],
    writableChannels: [hidden._id, guarded._id],
  });
  const crew = await team.role({ name: 'Équipe', users: [member.id], color: '#2a6390' });
  const { society } = await owner.ok(api.societies.create, { body: { name: 'Atelier Tilleul' } });
  const ofSociety = { id: society._id };
  const { email } = member.user;
  await owner.ok(api.societies.update, { params: ofSociety, body: { action: 'addWhitelist', email } });
  for (const person of [member, cast.outsider])
    await person.ok(api.societies.update, { params: ofSociety, body: { action: 'join' } });
  const group = await talk(owner, holder, member, guest);
  const pair = await talk(owner, holder);
  await write(holder, group, 'On se voit à midi ?');
  const messages = {
    owner: await post(owner, open, 'La charpente est posée.'),
    holder: await post(holder, open, 'Le bardage arrive mardi.'),
    member: await post(member, open, 'Je passe à 14 h.'),
    private: await post(holder, hidden, 'Le budget reste entre nous.'),
    talk: await write(member, group, 'Plutôt à 13 h.'),
  };
  const { invite } = await owner.ok(api.invites.create, {
    params: { id: team.id },
    body: { users: [cast.outsider.id], time: '24h' },
  });
  return {
    ...cast,
    palabre,
    team,
    params,
    open,
    protected: guarded,
    private: hidden,
    lead,
    crew,
    invite,
    society,
    talk: group,
    pair,
    messages,
  };
}
