import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { type Sentence, sentences } from '@palabre/common/contract/sentences.ts';
import type { AuditAction } from '@palabre/common/rules/running/audit.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { afterFile } from '../cleanup.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { codeSentTo } from '../outbox.ts';
import { requestOf } from '../people/admitted.ts';
import { inDays, letGuestIn, offerStay } from '../people/guests.ts';
import { inviteByMail } from '../people/invited.ts';
import { act, found } from '../people/societies.ts';
import { gather, type Team } from '../people/team.ts';
import { post } from '../people/world.ts';
import { picture } from '../picture.ts';

let palabre: Palabre;
let administrator: Person;
let owner: Person;
let karim: Person;
let team: Team;

beforeAll(async () => {
  const backups = await mkdtemp(join(tmpdir(), 'palabre-backups-'));
  afterFile(() => rm(backups, { recursive: true, force: true }));
  palabre = await startPalabre({ env: { BACKUP_DIR: backups } });
  [administrator, owner, karim] = (await Promise.all([palabre.register(), palabre.register(), palabre.register()])) as [
    Person,
    Person,
    Person,
  ];
  await palabre.makeAdministrator(administrator);
  team = await gather(owner, karim);
});

type Act = () => Promise<{ status: number; body: { code?: string; message?: unknown } }>;

const reported = async (by = owner, more: object = {}) =>
  (await by.ok(api.reports.create, { body: { reportedUser: karim.id, reason: 'spam', ...more } })).report._id;
/** Makes a new society with a second owner, and a person with a pending request. */
const society = async () => {
  const [first, waiting] = (await Promise.all([palabre.register(), palabre.register()])) as [Person, Person];
  const made = await found(first);
  await act(waiting, made, 'join');
  return { first, waiting, made, params: { id: made._id } };
};
const admitted = async () => {
  const there = await society();
  await act(there.first, there.made, 'accept', there.waiting);
  return there;
};

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** Acts of the audit log: each entry prepares an act and returns the function that does it. */
const acts: Record<Exclude<AuditAction, 'administrator_made'>, () => Promise<Act>> = {
  workspace_updated: async () => () =>
    owner.call(api.workspaces.update, { params: team.params, body: { description: 'Ici' } }),
  workspace_deleted: async () => {
    const { params } = await gather(owner);
    return () => owner.call(api.workspaces.remove, { params });
  },
  workspace_passed_on: async () => {
    const { params } = await gather(owner, karim);
    return () => owner.call(api.members.passOn, { params, body: { userId: karim.id } });
  },
  member_kicked: async () => {
    const { params } = await gather(owner, karim);
    return () => owner.call(api.members.kick, { params, body: { userId: karim.id } });
  },
  member_banned: async () => {
    const { params } = await gather(owner, karim);
    return () => owner.call(api.members.ban, { params, body: { userId: karim.id } });
  },
  member_unbanned: async () => {
    const { params } = await gather(owner, karim);
    await owner.ok(api.members.ban, { params, body: { userId: karim.id } });
    return () => owner.call(api.members.unban, { params, body: { userId: karim.id } });
  },
  channel_updated: async () => {
    const params = { id: (await team.channel('café'))._id };
    return () => owner.call(api.channels.update, { params, body: { title: 'thé' } });
  },
  channel_deleted: async () => {
    const params = { id: (await team.channel('café'))._id };
    return () => owner.call(api.channels.remove, { params });
  },
  role_created: async () => () => owner.call(api.roles.create, { body: { name: 'Renfort', workspaceId: team.id } }),
  role_updated: async () => {
    const params = { id: (await team.role())._id };
    return () => owner.call(api.roles.update, { params, body: { canKick: true } });
  },
  role_deleted: async () => {
    const params = { id: (await team.role())._id };
    return () => owner.call(api.roles.remove, { params });
  },
  email_invited: async () => {
    await palabre.prove(owner);
    return () => owner.call(api.emailInvites.create, { params: team.params, body: { emails: ['un@exemple.fr'] } });
  },
  email_invite_accepted: async () => {
    const { token } = await inviteByMail(palabre, owner, (await gather(owner)).id, karim.user.email);
    return () => karim.call(api.emailInvites.accept, { params: { token } });
  },
  email_invite_withdrawn: async () => {
    const { id } = await inviteByMail(palabre, owner, team.id, 'deux@exemple.fr');
    return () => owner.call(api.emailInvites.withdraw, { params: { id } });
  },
  guest_invited: async () => {
    await palabre.prove(owner);
    const guest = { channels: [team.welcome._id], endsAt: inDays(2) };
    return () =>
      owner.call(api.emailInvites.create, { params: team.params, body: { emails: ['trois@exemple.fr'], guest } });
  },
  guest_joined: async () => {
    const guest = await letGuestIn(palabre, owner, { workspaceId: team.id, channels: [team.welcome._id] });
    const { id: workspaceId, welcome } = await gather(owner);
    const { email } = guest.user;
    const token = await offerStay(palabre, owner, { workspaceId, channels: [welcome._id], email });
    return () => guest.call(api.emailInvites.accept, { params: { token } });
  },
  guest_changed: async () => {
    const { id: userId } = await letGuestIn(palabre, owner, { workspaceId: team.id, channels: [team.welcome._id] });
    return () => owner.call(api.guests.update, { params: { ...team.params, userId }, body: { endsAt: inDays(60) } });
  },
  guest_ended: async () => {
    const { id: userId } = await letGuestIn(palabre, owner, { workspaceId: team.id, channels: [team.welcome._id] });
    return () => owner.call(api.guests.end, { params: { ...team.params, userId } });
  },
  invite_deleted: async () => {
    const body = { users: [administrator.id], time: '1h' };
    const { invite } = await owner.ok(api.invites.create, { params: team.params, body });
    return () => owner.call(api.invites.remove, { params: { id: invite._id } });
  },
  emoji_deleted: async () => {
    const image = { bytes: await picture() };
    const { emoji } = await owner.ok(api.emoji.create, { params: team.params, body: { name: 'tilleul' }, image });
    return () => owner.call(api.emoji.remove, { params: { ...team.params, emojiId: emoji._id } });
  },
  disconnection_updated: async () => () =>
    administrator.call(api.disconnection.setCharter, { body: { text: 'Personne ne répond le soir.' } }),
  message_urgent: async () => () =>
    karim.call(api.availability.urgent, { body: { nonce: randomUUID(), reason: 'Le serveur est en panne.' } }),
  message_deleted: async () => {
    const params = { id: (await post(karim, team.welcome, 'Une bêtise'))._id };
    return () => owner.call(api.messages.remove, { params });
  },
  society_updated: async () => {
    const { first, params } = await society();
    return () => first.call(api.societies.update, { params, body: { name: 'Autrement' } });
  },
  society_deleted: async () => {
    const { first, params } = await society();
    return () => first.call(api.societies.remove, { params });
  },
  society_accepted: async () => {
    const { first, made, waiting } = await society();
    return () => act(first, made, 'accept', waiting);
  },
  society_declined: async () => {
    const { first, made, waiting } = await society();
    return () => act(first, made, 'decline', waiting);
  },
  society_owner_added: async () => {
    const { first, made, waiting } = await admitted();
    return () => act(first, made, 'addOwner', waiting);
  },
  society_member_removed: async () => {
    const { first, made, waiting } = await admitted();
    return () => act(first, made, 'removeUser', waiting);
  },
  society_whitelist: async () => {
    const { first, params } = await society();
    return () => first.call(api.societies.update, { params, body: { action: 'addWhitelist', email: 'a@b.fr' } });
  },
  user_banned: async () => {
    const { email } = (await palabre.register()).user;
    return () => administrator.call(api.administration.ban, { body: { email } });
  },
  user_unbanned: async () => {
    const { banned } = await administrator.ok(api.administration.ban, { body: { email: 'ancien@exemple.fr' } });
    return () => administrator.call(api.administration.unban, { params: { id: banned._id } });
  },
  administrator_ended: async () => {
    const second = await palabre.register();
    await palabre.makeAdministrator(second);
    const params = { id: second.id };
    return () => administrator.call(api.administration.endAdministrator, { params });
  },
  recovery_made: async () => {
    const params = { id: (await palabre.register()).id };
    return () => administrator.call(api.administration.recover, { params, body: { by: 'hand' } });
  },
  address_change_asked: async () => {
    const { id, user } = await palabre.register();
    const body = { email: `autre-${user.email}` };
    return () => administrator.call(api.addresses.changeOf, { params: { id }, body });
  },
  address_changed: async () => {
    const person = await palabre.register();
    const email = `autre-${person.user.email}`;
    await person.ok(api.addresses.change, { body: { email } });
    const code = await codeSentTo(palabre, email);
    return () => person.call(api.addresses.confirm, { body: { otp: code } });
  },
  user_sessions_ended: async () => {
    const params = { id: (await palabre.register()).id };
    return () => administrator.call(api.administration.endSessions, { params });
  },
  user_suspended: async () => {
    const { id } = await palabre.register();
    return () => administrator.call(api.administration.suspend, { params: { id } });
  },
  user_restored: async () => {
    const params = { id: (await palabre.register()).id };
    await administrator.ok(api.administration.suspend, { params });
    return () => administrator.call(api.administration.restore, { params });
  },
  groups_passed_on: async () => {
    const [maker, heir, third] = await Promise.all([palabre.register(), palabre.register(), palabre.register()]);
    await maker.ok(api.conversations.create, { body: { users: [heir.id, third.id] } });
    const params = { id: maker.id };
    await administrator.ok(api.administration.suspend, { params });
    return () => administrator.call(api.administration.depart, { params, body: { heirId: heir.id } });
  },
  mentions_forwarded: async () => {
    const params = { id: (await palabre.register()).id };
    await administrator.ok(api.administration.suspend, { params });
    return () => administrator.call(api.administration.depart, { params, body: { deputyId: karim.id } });
  },
  user_deleted: async () => {
    const { id } = await palabre.register();
    return () => administrator.call(api.accounts.remove, { params: { id }, body: {} });
  },
  settings_updated: async () => {
    const { version } = await administrator.ok(api.settings.read);
    return () => administrator.call(api.settings.change, { body: { version, name: 'Atelier Tilleul' } });
  },
  setup_ended: async () => () => administrator.call(api.setup.end),
  mail_tested: async () => () => administrator.call(api.setup.testMail),
  backup_started: async () => () => administrator.call(api.setup.backUp),
  announcement_made: async () => () =>
    administrator.call(api.announcements.create, { body: { text: 'Une mise à jour ce soir.', endsAt: tomorrow() } }),
  announcement_ended: async () => {
    const body = { text: 'Une mise à jour ce soir.', endsAt: tomorrow() };
    const { announcement } = await administrator.ok(api.announcements.create, { body });
    return () => administrator.call(api.announcements.end, { params: { id: announcement._id } });
  },
  registration_updated: async () => () => administrator.call(api.registration.choose, { body: { who: 'everybody' } }),
  registration_approved: async () => {
    const params = { id: await requestOf(palabre) };
    return () => administrator.call(api.admissions.decide, { params, body: { approve: true } });
  },
  registration_refused: async () => {
    const params = { id: await requestOf(palabre) };
    return () => administrator.call(api.admissions.decide, { params, body: { approve: false } });
  },
  report_handled: async () => {
    const id = await reported();
    return () => administrator.call(api.reports.update, { params: { id }, body: { status: 'handled' } });
  },
  report_reopened: async () => {
    const id = await reported(await palabre.register());
    await administrator.ok(api.reports.update, { params: { id }, body: { status: 'handled' } });
    return () => administrator.call(api.reports.update, { params: { id }, body: { status: 'new' } });
  },
  report_assigned: async () => {
    const id = await reported(await palabre.register());
    return () => administrator.call(api.reports.assign, { params: { id }, body: { userId: administrator.id } });
  },
  report_noted: async () => {
    const id = await reported(await palabre.register());
    return () => administrator.call(api.reports.note, { params: { id }, body: { content: 'Vu avec elle.' } });
  },
  report_answered: async () => {
    const id = await reported(await palabre.register());
    return () => administrator.call(api.reports.answer, { params: { id }, body: { text: 'Merci.' } });
  },
  report_passed_on: async () => {
    const message = await post(karim, team.welcome, 'Achetez ceci.');
    const reporter = await palabre.register();
    await reporter.ok(api.workspaces.join, { params: { id: team.id } });
    const body = { reportedUser: karim.id, reason: 'spam', messageId: message._id } as const;
    const { report } = await reporter.ok(api.reports.create, { body });
    const params = { id: team.id, reportId: report._id };
    return () => owner.call(api.workspaceReports.passOn, { params });
  },
  report_deleted: async () => {
    const id = await reported(await palabre.register());
    return () => administrator.call(api.reports.remove, { params: { id } });
  },
};

/** Acts in a workspace or in a society, whose line names it. */
const inAPlace =
  /^((member|channel|role|email|guest|invite|emoji)_|workspace_(updated|passed_on)|message_deleted|society_(?!updated|deleted)|report_passed_on)/;
/** Sentences of acts whose sentence is not named after them. */
const saidOf: Partial<Record<AuditAction, Sentence>> = {
  ...{ email_invite_accepted: 'workspace_joined', guest_joined: 'workspace_joined' },
  ...{ society_member_removed: 'society_removed', society_whitelist: 'whitelist_added' },
  ...{ address_change_asked: 'address_code_sent', user_deleted: 'account_deleted' },
  ...{ groups_passed_on: 'user_departed', mentions_forwarded: 'user_departed' },
};
const sentenceOf = (action: AuditAction) => {
  const said = saidOf[action] ?? (action in sentences ? (action as Sentence) : undefined);
  return said && sentences[said].fr;
};
/** Acts whose line names neither a person nor a thing. */
const ofNothing = /^(settings_updated|setup_ended|backup_started|disconnection_updated)$/;
/** Acts of people on themselves; every other line names somebody or something else than its actor. */
const ofOneself = /^(guest_joined|address_changed)$/;

const lines = async () => (await administrator.ok(api.audit.list, { query: { limit: 100 } })).entries;

/** Runs a function while every insert into the audit log fails at commit. */
async function withoutCommits<T>(run: () => Promise<T>): Promise<T> {
  const { kysely } = palabre.services.database;
  await sql`CREATE CONSTRAINT TRIGGER no_commit AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION audit_stays()`.execute(kysely);
  try {
    return await run();
  } finally {
    await sql`DROP TRIGGER no_commit ON audit`.execute(kysely);
  }
}

describe('the audit log has what was done, and nothing else', () => {
  it.each(Object.entries(acts))('%s: the line is written with the act, or neither is', async (action, prepare) => {
    const run = await prepare();
    const before = await lines();
    // A failed commit leaves neither the act nor its line, and the act may be done again.
    expect((await withoutCommits(run)).status).toBe(500);
    expect(await lines()).toEqual(before);
    const { status, body } = await run();
    expect([status < 300, body.code, body.message]).toEqual([true, undefined, sentenceOf(action as AuditAction)]);
    const [line, ...rest] = await lines();
    expect(line).toMatchObject({ action, actorId: expect.any(String), actor: expect.stringContaining('@') });
    const isNamed = { place: [line?.place, line?.placeId].every(Boolean), target: Boolean(line?.target) };
    expect([action, isNamed]).toEqual([action, { place: inAPlace.test(action), target: !ofNothing.test(action) }]);
    expect([action, line?.targetId === line?.actorId]).toEqual([action, ofOneself.test(action)]);
    expect(rest).toEqual(before.slice(0, 99));
  });

  it('of a workspace, its roles, channels and guests, each part that was changed is named', async () => {
    const { params } = team;
    const role = await team.role();
    const [cafe, site] = [await team.channel('café'), await team.channel('chantier')];
    const { id: userId } = await letGuestIn(palabre, owner, { workspaceId: team.id, channels: [cafe._id] });
    const fields = { name: 'Renfort', color: '#112233', rank: 2, creator: false };
    const opened = { visibleChannels: [cafe._id], writableChannels: [cafe._id], users: [karim.id] };
    await owner.ok(api.roles.update, { params: { id: role._id }, body: { ...fields, ...opened } });
    await owner.ok(api.channels.update, { params: { id: cafe._id }, body: { title: 'thé', visibility: 'protected' } });
    const told = { title: 'Atelier', description: 'Ici', tags: ['bois'], restricted: false, societyId: null };
    const kept = { welcomeChannel: site._id, autoDelete: true, autoDeleteDays: 9, announceMoves: true };
    await owner.ok(api.workspaces.update, { params, body: { ...told, ...kept } });
    const stay = { endsAt: inDays(60), channels: [site._id] };
    await owner.ok(api.guests.update, { params: { ...params, userId }, body: stay });
    const [guest, workspace, channel, changed] = await lines();
    expect([changed, channel, workspace, guest].map(line => line?.changes)).toEqual([
      ['name', 'color', 'rank', 'permissions', 'channels', 'users'],
      ['title', 'visibility'],
      [
        ...['title', 'description', 'society', 'restricted', 'tags'],
        ...['welcomeChannel', 'autoDelete', 'announceMoves'],
      ],
      ['stayEnd', 'channels'],
    ]);
    for (const line of [guest, workspace, channel, changed]) expect(line).toMatchObject({ placeId: team.id });
    expect([changed?.target, channel?.target]).toEqual(['Équipe', 'café']);
  });

  it('a message that an administrator deletes from a report: the line is written with the act, or neither is', async () => {
    const message = await post(karim, team.welcome, 'Encore une bêtise');
    const by = await palabre.register();
    await by.ok(api.workspaces.join, { params: team.params });
    const params = { id: await reported(by, { messageId: message._id }) };
    const run = () => administrator.call(api.reports.removeMessage, { params });
    const before = await lines();
    expect((await withoutCommits(run)).status).toBe(500);
    expect(await lines()).toEqual(before);
    expect((await run()).status).toBe(200);
    expect((await lines())[0]).toMatchObject({ action: 'message_deleted', actorId: administrator.id });
  });
});
