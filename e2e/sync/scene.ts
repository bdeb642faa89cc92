import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { Palabre, Person } from '../../server/test/harness.ts';
import { letGuestIn, letInto } from '../../server/test/people/guests.ts';
import { talk, write } from '../../server/test/people/talk.ts';
import { gather, type Team } from '../../server/test/people/team.ts';
import { post } from '../../server/test/people/world.ts';

/** Users of a scene: the caches of all but `guest` and `banned` are watched. */
export interface Cast {
  owner: Person;
  /** Holder of a creator role, who sees the private channel and ranks below the owner. */
  holder: Person;
  /** Holder of a role without rights. */
  member: Person;
  /** Member of another workspace only. */
  outsider: Person;
  /** Plain member, target of the acts. */
  guest: Person;
  banned: Person;
  /** Guest, who is let into the open channel. */
  visitor: Person;
  /** Administrator of Palabre, in no workspace. */
  administrator: Person;
}

/** Workspace of a scenario, with something of everything. */
export interface Scene extends Cast {
  palabre: Palabre;
  team: Team;
  /** Parameters of the endpoints below `/workspace/:id`. */
  params: { id: string };
  open: Channel;
  protected: Channel;
  private: Channel;
  lead: Role;
  crew: Role;
  invite: Invite;
  /** Group conversation of the owner, who created it, the holder, the member and the guest. */
  talk: Conversation;
  /** Society of the owner; the member is in it, and the outsider asks to join. */
  society: Society;
  /** Conversation of the owner and the holder. */
  pair: Conversation;
  /**
   * Messages in the open channel, one of each of these users, one in the private channel by the holder, and the last of
   * `talk`.
   */
  messages: { owner: Message; holder: Message; member: Message; private: Message; talk: Message };
}

/** Registers the cast. */
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
  // Users who join a scenario's society, whose whitelist needs a proven address.
  await palabre.prove(member, outsider, guest);
  const { id: workspaceId, welcome } = await gather(owner);
  const visitor = await letGuestIn(palabre, owner, { workspaceId, channels: [welcome._id] });
  return { owner, holder, member, outsider, guest, visitor, banned, administrator };
}

/** Builds the workspace of a scenario. */
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
  await letInto(palabre, cast.visitor, { workspaceId: team.id, sponsorId: owner.id, channels: [open._id] });
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
