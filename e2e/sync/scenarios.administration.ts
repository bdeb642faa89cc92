import { api } from '@palabre/common/contract/index.ts';
import type { Person } from '../../server/test/harness.ts';
import { keeps, now, type Scenario } from './scenario.ts';
import type { Scene } from './scene.ts';

const report = async (by: Person, of: Person, messageId?: string): Promise<string> =>
  (await by.ok(api.reports.create, { body: { reportedUser: of.id, reason: 'spam', messageId } })).report._id;

/** Registers a person who joins the workspace: a suspension ends their session, which later scenes would need. */
async function newcomer({ palabre, params }: Scene) {
  const person = await palabre.register();
  await person.ok(api.workspaces.join, { params });
  return { person, params: { id: person.id } };
}

/** Has a newcomer report a message of a member; returns the report as owners find it. */
async function reportedIn(scene: Scene) {
  const { person } = await newcomer(scene);
  const { message } = await scene.member.ok(api.messages.send, {
    body: { channelId: scene.open._id, content: 'Achetez ceci.' },
  });
  const reportId = await report(person, scene.member, message._id);
  return { id: scene.params.id, reportId };
}

/** Scenarios of reports and of administrators. */
export const ofAdministration: Record<string, Record<string, Scenario>> = {
  'reports.create': {
    'of a guest': keeps(now(async ({ palabre, guest }) => report(await palabre.register(), guest))),
  },
  'reports.update': {
    'it is handled': keeps(async ({ palabre, guest, administrator }) => {
      const params = { id: await report(await palabre.register(), guest) };
      return () => administrator.ok(api.reports.update, { params, body: { status: 'handled' } });
    }),
  },
  'reports.assign': {
    'to an administrator': keeps(async ({ palabre, guest, administrator }) => {
      const params = { id: await report(await palabre.register(), guest) };
      return () => administrator.ok(api.reports.assign, { params, body: { userId: administrator.id } });
    }),
  },
  'reports.note': {
    'by an administrator': keeps(async ({ palabre, guest, administrator }) => {
      const params = { id: await report(await palabre.register(), guest) };
      return () => administrator.ok(api.reports.note, { params, body: { content: 'Vu avec elle.' } });
    }),
  },
  'reports.answer': {
    'to a member who reported': keeps(async ({ palabre, member, administrator }) => {
      const params = { id: await report(member, await palabre.register()) };
      return () => administrator.ok(api.reports.answer, { params, body: { text: 'Merci.' } });
    }),
  },
  'reports.removeMessage': {
    'in a channel': keeps(async ({ palabre, params: workspace, member, messages, administrator }) => {
      const newcomer = await palabre.register();
      await newcomer.ok(api.workspaces.join, { params: workspace });
      const params = { id: await report(newcomer, member, messages.member._id) };
      return () => administrator.ok(api.reports.removeMessage, { params });
    }),
  },
  'reports.remove': {
    'a new one': keeps(async ({ palabre, guest, administrator }) => {
      const params = { id: await report(await palabre.register(), guest) };
      return () => administrator.ok(api.reports.remove, { params });
    }),
  },
  'workspaceReports.update': {
    'by an owner': keeps(async scene => {
      const params = await reportedIn(scene);
      return () => scene.owner.ok(api.workspaceReports.update, { params, body: { status: 'handled' } });
    }),
  },
  'workspaceReports.note': {
    'by an owner': keeps(async scene => {
      const params = await reportedIn(scene);
      return () => scene.owner.ok(api.workspaceReports.note, { params, body: { content: 'Je lui ai parlé.' } });
    }),
  },
  'workspaceReports.passOn': {
    'by an owner': keeps(async scene => {
      const params = await reportedIn(scene);
      return () => scene.owner.ok(api.workspaceReports.passOn, { params });
    }),
  },
  'administration.suspend': {
    'a newcomer of the workspace': async scene => {
      const { params } = await newcomer(scene);
      return () => scene.administrator.ok(api.administration.suspend, { params });
    },
  },
  'administration.restore': {
    'a newcomer of the workspace': async scene => {
      const { params } = await newcomer(scene);
      await scene.administrator.ok(api.administration.suspend, { params });
      return () => scene.administrator.ok(api.administration.restore, { params });
    },
  },
  'administration.makeAdministrator': {
    'a newcomer of the workspace': async scene => {
      const { person, params } = await newcomer(scene);
      await scene.palabre.prove(person);
      return () => scene.administrator.ok(api.administration.makeAdministrator, { params });
    },
  },
  'administration.endAdministrator': {
    'a newcomer of the workspace': async scene => {
      const { person, params } = await newcomer(scene);
      await scene.palabre.makeAdministrator(person);
      return () => scene.administrator.ok(api.administration.endAdministrator, { params });
    },
  },
  'administration.recover': {
    'a newcomer of the workspace': async scene => {
      const { params } = await newcomer(scene);
      return () => scene.administrator.ok(api.administration.recover, { params, body: { by: 'mail' } });
    },
  },
  'administration.endSessions': {
    'a newcomer of the workspace': async scene => {
      const { params } = await newcomer(scene);
      return () => scene.administrator.ok(api.administration.endSessions, { params });
    },
  },
  'administration.depart': {
    'a newcomer who owns a group and a workspace, to a member': async scene => {
      const { palabre, owner, member, administrator } = scene;
      const { person, params } = await newcomer(scene);
      await person.ok(api.conversations.create, { body: { users: [owner.id, member.id] } });
      const { workspace } = await person.ok(api.workspaces.create, { body: { title: 'À transmettre' } });
      await member.ok(api.workspaces.join, { params: { id: workspace._id } });
      const { id: deputyId } = await palabre.register();
      const body = { heirId: member.id, deputyId, leaves: true };
      return () => administrator.ok(api.administration.depart, { params, body });
    },
    'whose mention is told to a member': async scene => {
      const { member, owner, administrator, open } = scene;
      const { person, params } = await newcomer(scene);
      await administrator.ok(api.administration.depart, { params, body: { deputyId: member.id } });
      return () => owner.ok(api.messages.send, { body: { channelId: open._id, content: `<@${person.id}> ?` } });
    },
  },
  'administration.ban': {
    'someone who was reported': keeps(async ({ palabre, owner, administrator }) => {
      const stranger = await palabre.register();
      await report(owner, stranger);
      return () => administrator.ok(api.administration.ban, { body: { email: stranger.user.email } });
    }),
  },
  'administration.unban': {
    'an address': keeps(async ({ palabre, administrator }) => {
      const { email } = (await palabre.register()).user;
      const { banned } = await administrator.ok(api.administration.ban, { body: { email } });
      return () => administrator.ok(api.administration.unban, { params: { id: banned._id } });
    }),
  },
};
