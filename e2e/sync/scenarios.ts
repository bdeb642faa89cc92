import { api } from '@palabre/common/contract/index.ts';
import type { Person } from '../../server/test/harness.ts';
import { picture } from '../../server/test/picture.ts';
import { talk } from '../../server/test/talk.ts';
import { now, type Scenario } from './scenario.ts';
import { ofMessages } from './scenarios.messages.ts';

const unread = async (person: Person): Promise<string[]> =>
  (await person.ok(api.notifications.list)).notifications.filter(one => !one.isRead).map(one => one._id);

/** What may be done with each endpoint that changes something, each by whom and to whom. */
export const scenarios: Record<string, Record<string, Scenario>> = {
  'users.register': { 'a newcomer': now(({ palabre }) => palabre.register()) },
  'users.login': { 'on another device': now(({ member }) => member.elsewhere()) },
  'users.logout': {
    'someone who was there goes': async ({ guest }) => {
      const there = await guest.elsewhere();
      const listener = await there.connect();
      await listener.next('userUpdate', user => user._id === guest.id && user.status === 'online');
      return () => there.ok(api.users.logout);
    },
  },
  'users.verifyToken': {
    'a good token': now(({ member, palabre }) =>
      palabre.nobody.ok(api.users.verifyToken, { body: { token: member.token } }),
    ),
  },
  'workspaces.create': {
    'an open one': now(({ holder }) => holder.ok(api.workspaces.create, { body: { title: 'Maison Rivière' } })),
    'a restricted one': now(({ member }) =>
      member.ok(api.workspaces.create, { body: { title: 'Cabinet', restricted: true } }),
    ),
  },
  'workspaces.update': {
    'its title and tags': now(({ owner, params }) =>
      owner.ok(api.workspaces.update, { params, body: { title: 'Atelier', tags: ['bois'], description: 'Ici' } }),
    ),
    'its welcome channel, by a role': now(({ holder, params, open }) =>
      holder.ok(api.workspaces.update, { params, body: { welcomeChannel: open._id } }),
    ),
    'it becomes restricted': now(({ owner, params }) =>
      owner.ok(api.workspaces.update, { params, body: { restricted: true } }),
    ),
    'it is restricted no more': async ({ owner, params }) => {
      await owner.ok(api.workspaces.update, { params, body: { restricted: true } });
      return () => owner.ok(api.workspaces.update, { params, body: { restricted: false } });
    },
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
  'members.unban': {
    'who was banned': now(({ owner, banned, params }) =>
      owner.ok(api.members.unban, { params, body: { userId: banned.id } }),
    ),
  },
  'channels.create': {
    'a public one': now(({ owner, team }) =>
      owner.ok(api.channels.create, { body: { title: 'photos', workspaceId: team.id } }),
    ),
    'a private one, by a role': now(({ holder, team }) =>
      holder.ok(api.channels.create, { body: { title: 'paie', visibility: 'private', workspaceId: team.id } }),
    ),
  },
  'channels.update': {
    'its title': now(({ holder, open }) =>
      holder.ok(api.channels.update, { params: { id: open._id }, body: { title: 'chantier-paris' } }),
    ),
    'the title of a private one': now(({ owner, private: { _id: id } }) =>
      owner.ok(api.channels.update, { params: { id }, body: { title: 'comité' } }),
    ),
    'it becomes private': now(({ holder, open }) =>
      holder.ok(api.channels.update, { params: { id: open._id }, body: { visibility: 'private' } }),
    ),
    'it becomes protected': now(({ owner, open }) =>
      owner.ok(api.channels.update, { params: { id: open._id }, body: { visibility: 'protected' } }),
    ),
    'a private one opens': now(({ owner, private: { _id: id } }) =>
      owner.ok(api.channels.update, { params: { id }, body: { visibility: 'public' } }),
    ),
  },
  'channels.order': {
    'two change places': now(({ owner, open, protected: guarded, params }) =>
      owner.ok(api.channels.order, { params, body: { channels: [guarded._id, open._id] } }),
    ),
  },
  'channels.remove': {
    'an open one': now(({ owner, open }) => owner.ok(api.channels.remove, { params: { id: open._id } })),
    'a private one, by a role': now(({ holder, private: { _id: id } }) =>
      holder.ok(api.channels.remove, { params: { id } }),
    ),
  },
  'conversations.create': {
    'of three': now(({ member, owner, outsider }) => talk(member, owner, outsider)),
    'of two': async ({ owner, palabre }) => {
      const newcomer = await palabre.register();
      return () => talk(newcomer, owner);
    },
    'again, by who had hidden it': async ({ owner, holder, pair: { _id: id } }) => {
      await owner.ok(api.conversations.remove, { params: { id } });
      return () => talk(owner, holder);
    },
  },
  'conversations.rename': {
    'by anyone in it': now(({ member, talk: { _id: id } }) =>
      member.ok(api.conversations.rename, { params: { id }, body: { title: 'Midi' } }),
    ),
  },
  'conversations.add': {
    'someone who shares nothing': now(({ holder, outsider, talk: { _id: id } }) =>
      holder.ok(api.conversations.add, { params: { id }, body: { users: [outsider.id] } }),
    ),
  },
  'conversations.leave': {
    'one of four': now(({ member, talk: { _id: id } }) => member.ok(api.conversations.leave, { params: { id } })),
    'one of three': async ({ member, owner, holder }) => {
      const { _id: id } = await talk(owner, holder, member);
      return () => member.ok(api.conversations.leave, { params: { id } });
    },
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
    'its name and colour': now(({ holder, crew }) =>
      holder.ok(api.roles.update, { params: { id: crew._id }, body: { name: 'Terrain', color: '#308040' } }),
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
    'a guest gets it': now(({ owner, guest, member, crew }) =>
      owner.ok(api.roles.update, { params: { id: crew._id }, body: { users: [guest.id, member.id] } }),
    ),
    'its rank': now(({ owner, crew }) => owner.ok(api.roles.update, { params: { id: crew._id }, body: { rank: 1 } })),
  },
  'roles.remove': {
    'the one that opens the private channel': now(({ owner, lead }) =>
      owner.ok(api.roles.remove, { params: { id: lead._id } }),
    ),
    'the lowest': now(({ holder, crew }) => holder.ok(api.roles.remove, { params: { id: crew._id } })),
  },
  'invites.create': {
    'for someone outside': now(({ owner, outsider, team }) =>
      owner.ok(api.invites.create, { params: { id: team.id }, body: { users: [outsider.id], time: '2h' } }),
    ),
  },
  'invites.accept': {
    'someone new': now(({ outsider, invite }) =>
      outsider.ok(api.invites.accept, { params: { code: invite.inviteCode } }),
    ),
  },
  'invites.remove': {
    'by its maker': now(({ owner, invite }) => owner.ok(api.invites.remove, { params: { id: invite._id } })),
  },
  'emoji.create': {
    'by who manages the workspace': async ({ holder, params }) => {
      const image = { bytes: await picture() };
      return () => holder.ok(api.emoji.create, { params, body: { name: 'tilleul' }, image });
    },
  },
  'emoji.remove': {
    'by who manages the workspace': async ({ owner, holder, params }) => {
      const given = { params, body: { name: 'orme' }, image: { bytes: await picture() } };
      const { emoji } = await owner.ok(api.emoji.create, given);
      return () => holder.ok(api.emoji.remove, { params: { ...params, emojiId: emoji._id } });
    },
  },
  ...ofMessages,
  'notifications.mark': {
    'one’s own': async ({ outsider }) => {
      const [id = ''] = await unread(outsider);
      return () => outsider.ok(api.notifications.mark, { params: { id }, body: { isRead: true } });
    },
  },
  'notifications.markSeveral': {
    'all of one’s own': async ({ outsider }) => {
      const ids = await unread(outsider);
      return () => outsider.ok(api.notifications.markSeveral, { body: { ids } });
    },
  },
};
