import { api } from '@palabre/common/contract/index.ts';
import { noteProven } from '../../server/features/people/users/open/users.store.ts';
import { mailToken } from '../../server/features/reading/notifications/mail-link.ts';
import type { Person } from '../../server/test/harness.ts';
import { talk, write } from '../../server/test/people/talk.ts';
import { post } from '../../server/test/people/world.ts';
import { picture } from '../../server/test/picture.ts';
import { keeps, now, type Scenario } from './scenario.ts';
import { ofAccounts } from './scenarios.accounts.ts';
import { ofAdministration } from './scenarios.administration.ts';
import { ofAvailability } from './scenarios.availability.ts';
import { ofCodes } from './scenarios.codes.ts';
import { ofDisconnection } from './scenarios.disconnection.ts';
import { ofGuests } from './scenarios.guests.ts';
import { ofInvites } from './scenarios.invites.ts';
import { ofMessages } from './scenarios.messages.ts';
import { ofPush } from './scenarios.push.ts';
import { ofRegistration } from './scenarios.registration.ts';
import { ofSettings } from './scenarios.settings.ts';
import { ofSocieties } from './scenarios.societies.ts';

const unread = async (person: Person): Promise<string[]> =>
  (await person.ok(api.notifications.list)).notifications.filter(one => !one.isRead).map(one => one._id);

const linkAccounts = (one: Person, other: Person) =>
  one.ok(api.linkedAccounts.link, { body: { email: other.user.email, password: other.password } });
/** Scenarios of every mutating endpoint, by whom and to whom. */
export const scenarios: Record<string, Record<string, Scenario>> = {
  'users.register': { 'a newcomer': keeps(now(({ palabre }) => palabre.register())) },
  'users.login': { 'on another device': keeps(now(({ member }) => member.elsewhere())) },
  'users.logout': {
    'someone who was there goes': keeps(async ({ guest }) => {
      const there = await guest.elsewhere();
      const listener = await there.connect();
      await listener.next('userUpdate', user => user._id === guest.id && user.status === 'online');
      return () => there.ok(api.users.logout);
    }),
  },
  'users.verifyToken': {
    'a good token': keeps(
      now(({ member, palabre }) => palabre.nobody.ok(api.users.verifyToken, { body: { token: member.token } })),
    ),
  },
  'linkedAccounts.link': {
    'a member and a guest': keeps(now(({ member, guest }) => linkAccounts(member, guest))),
  },
  'linkedAccounts.unlink': {
    'by the other of the two': keeps(async ({ owner, guest }) => {
      await linkAccounts(owner, guest);
      return () => guest.ok(api.linkedAccounts.unlink, { body: { userId: owner.id } });
    }),
  },
  'linkedAccounts.token': {
    'by who is linked': keeps(async ({ holder, outsider }) => {
      await linkAccounts(holder, outsider);
      return () => holder.ok(api.linkedAccounts.token, { params: { id: outsider.id } });
    }),
  },
  ...ofCodes,
  ...ofAccounts,
  ...ofSettings,
  ...ofAvailability,
  'accounts.remove': {
    'who wrote and held a role, their messages kept': async ({
      palabre,
      owner,
      team,
      params,
      open,
      talk: { _id: id },
    }) => {
      const leaver = await palabre.register({ firstName: 'Noé', lastName: 'Moreau' });
      await leaver.ok(api.workspaces.join, { params });
      await owner.ok(api.conversations.add, { params: { id }, body: { users: [leaver.id] } });
      await team.role({ name: 'Renfort', users: [leaver.id] });
      await post(leaver, open, 'Je m’en vais.');
      return () => leaver.ok(api.accounts.remove, { params: { id: leaver.id } });
    },
    'who wrote last to another, their messages blanked': async ({ palabre, owner, params, open }) => {
      const leaver = await palabre.register({ firstName: 'Lucie', lastName: 'Moreau' });
      await leaver.ok(api.workspaces.join, { params });
      await write(leaver, await talk(leaver, owner), 'À bientôt');
      await post(leaver, open, 'À effacer');
      return () => leaver.ok(api.accounts.remove, { params: { id: leaver.id }, body: { messages: 'erase' } });
    },
  },
  'workspaces.create': {
    'an open one': keeps(now(({ holder }) => holder.ok(api.workspaces.create, { body: { title: 'Maison Rivière' } }))),
    'a restricted one': keeps(
      now(({ member }) => member.ok(api.workspaces.create, { body: { title: 'Cabinet', restricted: true } })),
    ),
  },
  'workspaces.update': {
    'its title and tags': keeps(
      now(({ owner, params }) =>
        owner.ok(api.workspaces.update, { params, body: { title: 'Atelier', tags: ['bois'], description: 'Ici' } }),
      ),
    ),
    'its welcome channel, by a role': keeps(
      now(({ holder, params, open }) =>
        holder.ok(api.workspaces.update, { params, body: { welcomeChannel: open._id } }),
      ),
    ),
    'it becomes restricted': now(({ owner, params }) =>
      owner.ok(api.workspaces.update, { params, body: { restricted: true } }),
    ),
    'it is restricted no more': keeps(async ({ owner, params }) => {
      await owner.ok(api.workspaces.update, { params, body: { restricted: true } });
      return () => owner.ok(api.workspaces.update, { params, body: { restricted: false } });
    }),
  },
  'workspaces.remove': { 'by its owner': now(({ owner, params }) => owner.ok(api.workspaces.remove, { params })) },
  'workspaces.join': {
    'someone new': now(({ outsider, params }) => outsider.ok(api.workspaces.join, { params })),
  },
  'workspaces.leave': {
    'a member': now(({ member, params }) => member.ok(api.workspaces.leave, { params })),
    'who holds a role': now(({ holder, params }) => holder.ok(api.workspaces.leave, { params })),
  },
  'members.kick': {
    'a guest': now(({ owner, guest, params }) => owner.ok(api.members.kick, { params, body: { userId: guest.id } })),
    'a member, by a role': now(({ holder, member, params }) =>
      holder.ok(api.members.kick, { params, body: { userId: member.id } }),
    ),
    'who holds a role': now(({ owner, holder, params }) =>
      owner.ok(api.members.kick, { params, body: { userId: holder.id } }),
    ),
  },
  'members.ban': {
    'a guest, by a role': now(({ holder, guest, params }) =>
      holder.ok(api.members.ban, { params, body: { userId: guest.id } }),
    ),
    'who holds a role': now(({ owner, holder, params }) =>
      owner.ok(api.members.ban, { params, body: { userId: holder.id } }),
    ),
    'someone who is not in': now(({ owner, outsider, params }) =>
      owner.ok(api.members.ban, { params, body: { userId: outsider.id } }),
    ),
  },
  'members.passOn': {
    'to a guest': now(({ owner, guest, params }) =>
      owner.ok(api.members.passOn, { params, body: { userId: guest.id } }),
    ),
    'to a member': now(({ owner, member, params }) =>
      owner.ok(api.members.passOn, { params, body: { userId: member.id } }),
    ),
  },
  'members.unban': {
    'who was banned': now(({ owner, banned, params }) =>
      owner.ok(api.members.unban, { params, body: { userId: banned.id } }),
    ),
  },
  'channels.create': {
    'a public one': keeps(
      now(({ owner, team }) => owner.ok(api.channels.create, { body: { title: 'photos', workspaceId: team.id } })),
    ),
    'a private one, by a role': keeps(
      now(({ holder, team }) =>
        holder.ok(api.channels.create, { body: { title: 'paie', visibility: 'private', workspaceId: team.id } }),
      ),
    ),
  },
  'channels.update': {
    'its title': keeps(
      now(({ holder, open }) =>
        holder.ok(api.channels.update, { params: { id: open._id }, body: { title: 'chantier-paris' } }),
      ),
    ),
    'the title of a private one': keeps(
      now(({ owner, private: { _id: id } }) =>
        owner.ok(api.channels.update, { params: { id }, body: { title: 'comité' } }),
      ),
    ),
    'it becomes private': now(({ holder, open }) =>
      holder.ok(api.channels.update, { params: { id: open._id }, body: { visibility: 'private' } }),
    ),
    'it becomes protected': keeps(
      now(({ owner, open }) =>
        owner.ok(api.channels.update, { params: { id: open._id }, body: { visibility: 'protected' } }),
      ),
    ),
    'a private one opens': now(({ owner, private: { _id: id } }) =>
      owner.ok(api.channels.update, { params: { id }, body: { visibility: 'public' } }),
    ),
  },
  'channels.letIn': {
    'a member, the first one': now(({ owner, member, private: { _id: id } }) =>
      owner.ok(api.channels.letIn, { params: { id }, body: { add: [member.id] } }),
    ),
    'a member, by a role, and a guest out': async ({ owner, holder, member, guest, private: { _id: id } }) => {
      await owner.ok(api.channels.letIn, { params: { id }, body: { add: [guest.id] } });
      const body = { add: [member.id], remove: [guest.id] };
      return () => holder.ok(api.channels.letIn, { params: { id }, body });
    },
  },
  'channels.order': {
    'two change places': keeps(
      now(({ owner, open, protected: guarded, params }) =>
        owner.ok(api.channels.order, { params, body: { channels: [guarded._id, open._id] } }),
      ),
    ),
  },
  'channels.remove': {
    'an open one': now(({ owner, open }) => owner.ok(api.channels.remove, { params: { id: open._id } })),
    'a private one, by a role': now(({ holder, private: { _id: id } }) =>
      holder.ok(api.channels.remove, { params: { id } }),
    ),
  },
  'conversations.create': {
    'of three': keeps(now(({ member, owner, outsider }) => talk(member, owner, outsider))),
    'of two': keeps(async ({ owner, palabre }) => {
      const newcomer = await palabre.register();
      return () => talk(newcomer, owner);
    }),
    'again, by who had hidden it': keeps(async ({ owner, holder, pair: { _id: id } }) => {
      await owner.ok(api.conversations.remove, { params: { id } });
      return () => talk(owner, holder);
    }),
  },
  'conversations.rename': {
    'by anyone in it': keeps(
      now(({ member, talk: { _id: id } }) =>
        member.ok(api.conversations.rename, { params: { id }, body: { title: 'Midi' } }),
      ),
    ),
  },
  'conversations.add': {
    'someone who shares nothing': now(({ holder, outsider, talk: { _id: id } }) =>
      holder.ok(api.conversations.add, { params: { id }, body: { users: [outsider.id] } }),
    ),
  },
  'conversations.leave': {
    'one of four': now(({ member, talk: { _id: id } }) => member.ok(api.conversations.leave, { params: { id } })),
    'one of three': keeps(async ({ member, owner, holder }) => {
      const { _id: id } = await talk(owner, holder, member);
      return () => member.ok(api.conversations.leave, { params: { id } });
    }),
  },
  'conversations.remove': {
    'for all, by who made it': now(({ owner, talk: { _id: id } }) =>
      owner.ok(api.conversations.remove, { params: { id } }),
    ),
    'for oneself alone': now(({ holder, pair: { _id: id } }) =>
      holder.ok(api.conversations.remove, { params: { id } }),
    ),
  },
  'roles.create': {
    'with someone in it': now(({ owner, member, team, private: { _id: id } }) =>
      owner.ok(api.roles.create, {
        body: { name: 'Bureau', workspaceId: team.id, users: [member.id], visibleChannels: [id], color: '#a03060' },
      }),
    ),
  },
  'roles.update': {
    'its name and colour': keeps(
      now(({ holder, crew }) =>
        holder.ok(api.roles.update, { params: { id: crew._id }, body: { name: 'Terrain', color: '#308040' } }),
      ),
    ),
    'it opens a private channel': now(({ owner, crew, private: { _id: id } }) =>
      owner.ok(api.roles.update, { params: { id: crew._id }, body: { visibleChannels: [id], writableChannels: [id] } }),
    ),
    'it closes a private channel': now(({ owner, lead }) =>
      owner.ok(api.roles.update, { params: { id: lead._id }, body: { visibleChannels: [], writableChannels: [] } }),
    ),
    'its holder loses it': now(({ owner, lead }) =>
      owner.ok(api.roles.update, { params: { id: lead._id }, body: { users: [] } }),
    ),
    'a member becomes creator': now(({ owner, crew }) =>
      owner.ok(api.roles.update, { params: { id: crew._id }, body: { creator: true } }),
    ),
    'a guest gets it': keeps(
      now(({ owner, guest, member, crew }) =>
        owner.ok(api.roles.update, { params: { id: crew._id }, body: { users: [guest.id, member.id] } }),
      ),
    ),
    'its rank': keeps(
      now(({ owner, crew }) => owner.ok(api.roles.update, { params: { id: crew._id }, body: { rank: 1 } })),
    ),
  },
  'roles.remove': {
    'the one that opens the private channel': now(({ owner, lead }) =>
      owner.ok(api.roles.remove, { params: { id: lead._id } }),
    ),
    'the lowest': now(({ holder, crew }) => holder.ok(api.roles.remove, { params: { id: crew._id } })),
  },
  ...ofGuests,
  ...ofInvites,
  ...ofRegistration,
  'emoji.create': {
    'by who manages the workspace': keeps(async ({ holder, params }) => {
      const image = { bytes: await picture() };
      return () => holder.ok(api.emoji.create, { params, body: { name: 'tilleul' }, image });
    }),
  },
  'emoji.remove': {
    'by who manages the workspace': keeps(async ({ owner, holder, params }) => {
      const given = { params, body: { name: 'orme' }, image: { bytes: await picture() } };
      const { emoji } = await owner.ok(api.emoji.create, given);
      return () => holder.ok(api.emoji.remove, { params: { ...params, emojiId: emoji._id } });
    }),
  },
  ...ofMessages,
  ...ofSocieties,
  'unread.mark': {
    'all that is there': keeps(
      now(({ owner, open }) => owner.ok(api.unread.mark, { body: { channelId: open._id, position: 1_000 } })),
    ),
    'a conversation, then back': keeps(
      now(async ({ owner, talk: { _id: conversationId } }) => {
        await owner.ok(api.unread.mark, { body: { conversationId, position: 2 } });
        await owner.ok(api.unread.mark, { body: { conversationId, position: 1, back: true } });
      }),
    ),
  },
  'unread.undoMarkAll': {
    'by who had much to read, while more is said': keeps(async ({ owner, member, open, palabre }) => {
      const { undo } = await owner.ok(api.unread.markAll);
      return async () => {
        await post(member, open, 'Entretemps');
        // A slow machine may prepare a whole day of scenarios for longer than an undo is good for.
        await palabre.services.database.pool.query('UPDATE read_undos SET created_at = now()');
        await owner.ok(api.unread.undoMarkAll, { body: { undo: undo ?? '' } });
      };
    }),
  },
  'unread.markAll': { 'by who has much to read': keeps(now(({ owner }) => owner.ok(api.unread.markAll))) },
  'unread.setLevel': {
    'muted, then heard again': keeps(
      now(async ({ owner, open: { _id: channelId } }) => {
        await owner.ok(api.unread.setLevel, { body: { channelId, muted: true } });
        await owner.ok(api.unread.setLevel, { body: { channelId, muted: false } });
      }),
    ),
    'mentions only': keeps(
      now(({ member, open }) => member.ok(api.unread.setLevel, { body: { channelId: open._id, level: 'mentions' } })),
    ),
  },
  'notifications.mark': {
    'a message that names one, as read, then as unread, then again': keeps(async ({ owner, member, open }) => {
      const { _id: id } = await post(member, open, `<@${owner.id}> alors ?`);
      return async () => {
        for (const isRead of [true, false, true])
          await owner.ok(api.notifications.mark, { params: { id }, body: { isRead } });
      };
    }),
    'a message that names one in a muted place, read before': keeps(async ({ owner, member, open }) => {
      const body = { channelId: open._id, muted: true };
      await owner.ok(api.unread.setLevel, { body });
      const { _id: id, position } = await post(member, open, `<@${owner.id}> alors ?`);
      return async () => {
        await owner.ok(api.unread.mark, { body: { channelId: open._id, position } });
        await owner.ok(api.notifications.mark, { params: { id }, body: { isRead: false } });
        await post(member, open, '<@everyone> tous');
        await owner.ok(api.unread.setLevel, { body: { ...body, muted: false } });
      };
    }),
    'what is said in a conversation, as unread': keeps(async ({ owner, member, talk }) => {
      const { message } = await member.ok(api.messages.send, {
        body: { conversationId: talk._id, content: 'Alors ?' },
      });
      const params = { id: message._id };
      await owner.ok(api.notifications.mark, { params });
      return () => owner.ok(api.notifications.mark, { params, body: { isRead: false } });
    }),
    'one’s own': async ({ outsider }) => {
      const [id = ''] = await unread(outsider);
      return () => outsider.ok(api.notifications.mark, { params: { id }, body: { isRead: true } });
    },
  },
  'notifications.stopMails': {
    'of a mail, without a session': keeps(async ({ palabre, member }) => {
      // An earlier scenario may have turned e-mails off; only a user with a proven address can turn them on.
      await noteProven(palabre.services.database.kysely, member.id);
      await member.ok(api.accounts.update, { params: { id: member.id }, body: { notificationMail: true } });
      const token = mailToken(member.id, palabre.services.lastingKeys);
      return () => palabre.nobody.ok(api.notifications.stopMails, { body: { token } });
    }),
  },
  'notifications.markSeveral': {
    'all of one’s own': async ({ outsider }) => {
      const ids = await unread(outsider);
      return () => outsider.ok(api.notifications.markSeveral, { body: { ids } });
    },
  },
  ...ofPush,
  ...ofAdministration,
  ...ofDisconnection,
};
