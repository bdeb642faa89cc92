import { api } from '@palabre/common/contract/index.ts';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { admit, found } from '../../../test/people/societies.ts';
import { gather } from '../../../test/people/team.ts';
import { createWorkspace, post, registerNamed } from '../../../test/people/world.ts';
import { picture } from '../../../test/picture.ts';

const palabre = await startPalabre();
const { camille, karim, yann } = await registerNamed(palabre, 'camille', 'karim', 'yann');

const cardOf = async (person: Person, id: string) =>
  (await person.ok(api.workspaces.list)).workspaces.find(card => card._id === id);

describe('creating', () => {
  test('makes the creator owner and member, with a public welcome channel and a creator role', async () => {
    const [mine, others] = [await camille.connect(), await yann.connect()];
    const { workspace } = await camille.ok(api.workspaces.create, {
      body: { title: '  Atelier  ', description: 'Plans', tags: ['bois', ' bois ', 'chantier'] },
    });
    expect(workspace).toEqual({
      _id: workspace._id,
      title: 'Atelier',
      description: 'Plans',
      logo: null,
      owner: [camille.id],
      members: [camille.id],
      membersCount: 1,
      bans: [],
      autoDelete: true,
      autoDeleteDays: 7,
      announceMoves: true,
      welcomeChannel: workspace.channels[0],
      channels: [workspace.welcomeChannel],
      tags: ['bois', 'chantier'],
      societyId: null,
      restricted: false,
    });
    const { channels } = await camille.ok(api.channels.ofWorkspace, { params: { id: workspace._id } });
    expect(channels).toMatchObject([{ title: 'général', visibility: 'public', position: 0, users: [] }]);
    const { roles } = await camille.ok(api.roles.list, { params: { id: workspace._id } });
    const may = { creator: true, addChannels: true, canKick: true };
    expect(roles).toMatchObject([{ name: 'Créateur', rank: 1, ...may, users: [camille.id], color: '#000000' }]);
    expect(await mine.next('newWorkspace')).toEqual(workspace);
    await others.none('newWorkspace');
    // A page that was open before hears at once of what happens there.
    await karim.ok(api.workspaces.join, { params: { id: workspace._id } });
    expect(await mine.next('updateWorkspace')).toMatchObject({ _id: workspace._id, membersCount: 2 });
  });

  test('takes tags as a list, as text with commas and as a list in JSON', async () => {
    for (const tags of [['a', 'b'], 'a, b', '["a","b"]', "['a', b]"]) {
      const { status, body } = await camille.raw<{ workspace: { tags: string[] } }>('POST', '/api/workspace', {
        body: { title: 'Étiquettes', tags },
      });
      expect(status).toBe(201);
      expect(body.workspace.tags).toEqual(['a', 'b']);
    }
  });

  test('takes tags as a form field sent once for each tag', async () => {
    const form = new FormData();
    for (const [name, value] of [
      ['title', 'Étiquettes'],
      ['tags', 'a'],
      ['tags', 'b'],
    ] as const)
      form.append(name, value);
    const { body } = await camille.raw<{ workspace: object }>('POST', '/api/workspace', { body: form });
    expect(body.workspace).toMatchObject({ title: 'Étiquettes', tags: ['a', 'b'] });
  });

  test('keeps a logo as a square image that any logged-in person may load, and refuses other files', async () => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#2a6390' } })
      .png()
      .toBuffer();
    const { workspace } = await camille.ok(api.workspaces.create, {
      body: { title: 'Logo', restricted: true, tags: 'a,b' },
      image: { bytes },
    });
    expect(workspace).toMatchObject({ title: 'Logo', restricted: true, tags: ['a', 'b'] });
    const image = await camille.raw('GET', workspace.logo ?? '');
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const refused = await camille.call(api.workspaces.create, {
      body: { title: 'Faux logo' },
      image: { bytes: new TextEncoder().encode('<svg/>') },
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_image']);
  });

  test('is as administrators chose: for everybody or for them alone, with messages that are deleted after so many days', async () => {
    const root = await palabre.register();
    await palabre.makeAdministrator(root);
    const choose = async (chosen: { autoDeleteDays: number | null; workspaceMakers: 'administrators' | null }) => {
      const { version } = await root.ok(api.settings.read);
      await root.ok(api.settings.change, { body: { version, ...chosen } });
    };
    const make = (by: Person, more = {}) => by.call(api.workspaces.create, { body: { title: 'Atelier', ...more } });
    const keptBy = async (...made: Parameters<typeof make>) => {
      const { workspace } = (await make(...made)).body;
      return [workspace.autoDelete, workspace.autoDeleteDays];
    };
    await choose({ autoDeleteDays: 400, workspaceMakers: null });
    const after400 = [await keptBy(camille), await keptBy(camille, { autoDeleteDays: 3 })];
    await choose({ autoDeleteDays: 0, workspaceMakers: 'administrators' });
    const { status, body } = await make(camille);
    const never = await keptBy(root);
    await choose({ autoDeleteDays: null, workspaceMakers: null });
    expect([after400, never]).toEqual([
      [
        [true, 400],
        [true, 3],
      ],
      [false, 7],
    ]);
    expect([status, body.code]).toEqual([403, 'workspaces_by_administrators']);
  });

  test('refuses a blank or long title and a society of which the creator is no member', async () => {
    for (const title of ['', '   ', '\u200b', 'x'.repeat(81)]) {
      expect((await camille.call(api.workspaces.create, { body: { title } })).status).toBe(400);
    }
    const { status } = await camille.call(api.workspaces.create, { body: { title: 'Société', societyId: newId() } });
    expect(status).toBe(403);
    // A form has an empty text for no society.
    const { workspace } = await camille.ok(api.workspaces.create, { body: { title: 'Sans', societyId: '' } });
    expect(workspace.societyId).toBeNull();
  });
});

describe('discovering', () => {
  test('shows open workspaces as cards to all, with their owners and their number of members', async () => {
    const team = await gather(camille, karim);
    expect(await cardOf(yann, team.id)).toMatchObject({
      title: 'Chantier',
      membersCount: 2,
      owner: [camille.id],
      owners: [{ _id: camille.id, firstName: 'Camille', lastName: 'Moreau' }],
      isMember: false,
    });
    expect((await cardOf(karim, team.id))?.isMember).toBe(true);
    const { workspace } = await yann.ok(api.workspaces.one, { params: team.params });
    expect(workspace).toMatchObject({ members: [], channels: [], membersCount: 2 });
    expect(workspace).not.toHaveProperty('bans');
  });

  test('hides a restricted workspace without a society from all but its members', async () => {
    const { workspace } = await createWorkspace(camille, { title: 'Direction', restricted: true });
    const params = { id: workspace._id };
    expect(await cardOf(camille, workspace._id)).toBeDefined();
    expect(await cardOf(yann, workspace._id)).toBeUndefined();
    const hidden = await yann.call(api.workspaces.one, { params });
    const missing = await yann.call(api.workspaces.one, { params: { id: newId() } });
    expect(hidden.status).toBe(404);
    expect(hidden.body).toEqual(missing.body);
    const joining = await yann.call(api.workspaces.join, { params });
    expect([joining.status, joining.body.code]).toEqual([403, 'workspace_restricted']);
  });

  test('shows a restricted workspace to its society, whose members may join it', async () => {
    const society = await found(camille);
    await admit(camille, society, 'member', karim);
    const body = { title: 'Société', restricted: true, societyId: society._id };
    const { workspace } = await camille.ok(api.workspaces.create, { body });
    const params = { id: workspace._id };
    expect(await cardOf(karim, workspace._id)).toBeDefined();
    expect(await cardOf(yann, workspace._id)).toBeUndefined();
    expect((await yann.call(api.workspaces.join, { params })).status).toBe(403);
    const joined = await karim.ok(api.workspaces.join, { params });
    expect(joined.workspace.members).toContain(karim.id);
    await camille.ok(api.societies.remove, { params: { id: society._id } });
    expect(await cardOf(karim, workspace._id)).toBeDefined();
  });

  test('lists one’s own workspaces in the order of joining, and to their person alone', async () => {
    const zoe = await palabre.register({ firstName: 'Zoé' });
    const [late, early] = [await gather(camille), await gather(camille)];
    for (const team of [early, late]) await zoe.ok(api.workspaces.join, { params: team.params });
    const { workspaces } = await zoe.ok(api.workspaces.mine, { params: { id: zoe.id } });
    expect(workspaces.map(card => card._id)).toEqual([early.id, late.id]);
    expect((await yann.call(api.workspaces.mine, { params: { id: zoe.id } })).status).toBe(403);
  });
});

describe('settings', () => {
  test('are changed by owners and creators, and told to each member as they may see them', async () => {
    const team = await gather(camille, karim, yann);
    const params = team.params;
    expect((await karim.call(api.workspaces.update, { params, body: { title: 'À moi' } })).status).toBe(403);
    await team.role({ creator: true, users: [karim.id] });
    const [staff, member] = [await karim.connect(), await yann.connect()];
    const body = { title: 'Chantier neuf', description: null, tags: 'a, b', restricted: true, owner: [yann.id] };
    const { workspace } = await karim.ok(api.workspaces.update, { params, body });
    expect(workspace).toMatchObject({ title: 'Chantier neuf', tags: ['a', 'b'], owner: [camille.id], bans: [] });
    expect(await staff.next('updateWorkspace')).toEqual(workspace);
    const { workspace: seen } = await yann.ok(api.workspaces.one, { params });
    expect(seen).not.toHaveProperty('bans');
    expect(await member.next('updateWorkspace')).toEqual(seen);
    const later = await karim.ok(api.workspaces.update, { params, body: { description: 'Quai 4' } });
    expect(later.workspace).toEqual({ ...workspace, description: 'Quai 4' });
    // A change of nothing changes nothing; tags are emptied as any text is.
    expect((await karim.ok(api.workspaces.update, { params, body: {} })).workspace).toEqual(later.workspace);
    expect((await karim.ok(api.workspaces.update, { params, body: { tags: null } })).workspace.tags).toEqual([]);
  });

  test('keep the society of the workspace for people who are not in it, and offer them no other', async () => {
    const [society, other] = [await found(camille), await found(yann)];
    const team = await gather(camille, karim);
    await team.role({ creator: true, users: [karim.id] });
    const place = (person: Person, societyId: string | null) =>
      person.call(api.workspaces.update, { params: team.params, body: { societyId } });
    expect((await place(karim, society._id)).body.code).toBe('forbidden');
    await place(camille, society._id);
    expect((await place(karim, other._id)).body.code).toBe('forbidden');
    const kept = await place(karim, society._id);
    expect([kept.status, kept.body.workspace?.societyId]).toEqual([200, society._id]);
    expect((await place(karim, null)).body.workspace.societyId).toBeNull();
    await camille.ok(api.societies.remove, { params: { id: society._id } });
    await yann.ok(api.societies.remove, { params: { id: other._id } });
  });

  test('have one logo: another takes its place, file and all, and the journal says so', async () => {
    const team = await gather(camille);
    const change = async (body: { description?: string }) => {
      const image = { bytes: await picture() };
      const { workspace } = await camille.ok(api.workspaces.update, { params: team.params, body, image });
      return workspace.logo ?? '';
    };
    const [first, second] = [await change({ description: 'Quai 4' }), await change({})];
    const statuses = await Promise.all([first, second].map(async logo => (await camille.raw('GET', logo)).status));
    expect(statuses).toEqual([404, 200]);
    const { rows } = await palabre.services.database.pool.query(
      'SELECT changes FROM audit WHERE place_id = $1 ORDER BY id',
      [team.id],
    );
    expect(rows.map(({ changes }) => changes)).toEqual([['description', 'logo'], ['logo']]);
    // It goes with its workspace.
    await camille.ok(api.workspaces.remove, { params: team.params });
    expect((await camille.raw('GET', second)).status).toBe(404);
  });

  test('that are refused leave no logo behind', async () => {
    const team = await gather(camille);
    const { _id: welcomeChannel } = await team.channel('direction', 'private');
    const { storage } = palabre.services;
    const [stored, removed] = [vi.spyOn(storage, 'put'), vi.spyOn(storage, 'remove')];
    const image = {
      bytes: await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
    };
    const refused = await camille.call(api.workspaces.update, { params: team.params, body: { welcomeChannel }, image });
    expect(refused.body.code).toBe('welcome_channel');
    expect(stored).toHaveBeenCalledTimes(1);
    expect(removed).toHaveBeenCalledWith(stored.mock.calls[0]?.[0]);
    vi.restoreAllMocks();
  });

  test('are refused to a manager who becomes a plain member while the logo is processed', async () => {
    const team = await gather(camille, karim);
    const role = await team.role({ users: [karim.id], creator: true });
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const image = { bytes: await picture() };
    const changed = karim.call(api.workspaces.update, { params: team.params, body: { title: 'À moi' }, image });
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('DELETE FROM role_users WHERE role_id = $1', [role._id]);
    await held.query('COMMIT');
    expect((await changed).status).toBe(403);
    const { workspace } = await camille.ok(api.workspaces.one, { params: team.params });
    expect([workspace.title, workspace.logo]).toEqual([team.workspace.title, null]);
  });

  test('accept as welcome channel one of the workspace’s that all members see', async () => {
    const [team, other] = [await gather(camille), await gather(camille)];
    const [accueil, direction] = [
      await team.channel('accueil', 'protected'),
      await team.channel('direction', 'private'),
    ];
    const choose = (welcomeChannel: string) =>
      camille.call(api.workspaces.update, { params: team.params, body: { welcomeChannel } });
    expect((await choose(accueil._id)).body.workspace.welcomeChannel).toBe(accueil._id);
    expect((await choose(direction._id)).body.code).toBe('welcome_channel');
    expect((await choose(other.welcome._id)).status).toBe(404);
    expect((await team.now()).welcomeChannel).toBe(accueil._id);
  });
});

describe('joining and leaving', () => {
  test('tells the newcomer of the workspace and what happens in it, and the others that they came', async () => {
    const team = await gather(camille);
    const [newcomer, owner] = [await yann.connect(), await camille.connect()];
    const { workspace } = await yann.ok(api.workspaces.join, { params: team.params });
    expect(workspace).toMatchObject({ members: [camille.id, yann.id], membersCount: 2 });
    expect(await newcomer.next('newWorkspace')).toEqual(workspace);
    expect(await owner.next('updateWorkspace')).toEqual({ ...workspace, bans: [] });
    await newcomer.none('updateWorkspace');
    await post(camille, team.welcome, 'Bienvenue');
    await newcomer.next('newMessage', message => message.content === 'Bienvenue');
    const again = await yann.ok(api.workspaces.join, { params: team.params });
    expect(again.workspace.membersCount).toBe(2);
  });

  test('twice at once makes one member', async () => {
    const team = await gather(camille);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => yann.call(api.workspaces.join, { params: team.params })),
    );
    expect(replies.map(reply => reply.status)).toEqual(Array(8).fill(200));
    expect(await team.now()).toMatchObject({ members: [camille.id, yann.id], membersCount: 2 });
  });

  test('takes roles, events and sight from a person who leaves', async () => {
    const team = await gather(camille, yann);
    const direction = await team.channel('direction', 'private');
    const role = await team.role({ users: [yann.id], color: '#aa0000', visibleChannels: [direction._id] });
    const [gone, owner] = [await yann.connect(), await camille.connect()];
    const { message } = await yann.ok(api.workspaces.leave, { params: team.params });
    expect(message).toBe('Vous avez quitté le workspace.');
    expect(await gone.next('deleteWorkspace')).toEqual({ _id: team.id });
    // Channels that not everybody knows are told as gone, one by one.
    expect(await gone.next('deleteChannel')).toEqual({ _id: direction._id, workspaceId: team.id });
    expect((await owner.next('updatedRole')).users).toEqual([]);
    expect(await owner.next('updateWorkspace')).toMatchObject({ members: [camille.id], membersCount: 1 });
    await post(camille, team.welcome, 'Entre nous');
    await gone.none('newMessage');
    await gone.none('updatedRole');
    expect(gone.all('deleteChannel')).toHaveLength(1);
    expect((await yann.call(api.channels.one, { params: { id: team.welcome._id } })).status).toBe(404);
    expect((await yann.call(api.roles.one, { params: { id: role._id } })).status).toBe(404);
    await yann.ok(api.workspaces.join, { params: team.params });
    expect((await yann.ok(api.roles.mine, { params: team.params })).roles).toEqual([]);
  });

  test('is refused to the last owner who would leave', async () => {
    const team = await gather(camille, yann);
    const { status, body } = await camille.call(api.workspaces.leave, { params: team.params });
    expect([status, body.code]).toEqual([409, 'last_owner']);
    // One of two owners leaves the workspace to the other.
    await palabre.services.database.pool.query('UPDATE workspace_members SET owner = true WHERE workspace_id = $1', [
      team.id,
    ]);
    expect((await camille.call(api.workspaces.leave, { params: team.params })).status).toBe(200);
    expect((await yann.call(api.workspaces.leave, { params: team.params })).body.code).toBe('last_owner');
  });
});

describe('deleting', () => {
  test('is for the owner, who may have to give the exact title', async () => {
    const team = await gather(camille, karim);
    const { params } = team;
    await team.role({ creator: true, users: [karim.id] });
    expect((await karim.call(api.workspaces.remove, { params })).status).toBe(403);
    for (const title of ['chantier', '']) {
      const wrong = await camille.call(api.workspaces.remove, { params, body: { title } });
      expect([wrong.status, wrong.body.message]).toEqual([409, 'Le nom de la société ne correspond pas']);
    }
    expect((await camille.call(api.workspaces.remove, { params, body: { title: 'Chantier' } })).status).toBe(200);
  });

  test('removes channels, messages, roles and invites too, and tells every member', async () => {
    const team = await gather(camille, karim, yann);
    const message = await post(camille, team.welcome, 'Dernier mot');
    const role = await team.role();
    const { invite } = await camille.ok(api.invites.create, { params: { id: team.id }, body: {} });
    const sockets = await Promise.all([camille, karim, yann].map(person => person.connect()));
    const { message: sentence } = await camille.ok(api.workspaces.remove, { params: team.params });
    expect(sentence).toBe('La société a été supprimée.');
    for (const socket of sockets) expect(await socket.next('deleteWorkspace')).toEqual({ _id: team.id });
    const gone = await Promise.all([
      camille.call(api.workspaces.one, { params: team.params }),
      camille.call(api.channels.one, { params: { id: team.welcome._id } }),
      camille.call(api.messages.one, { params: { id: message._id } }),
      camille.call(api.roles.one, { params: { id: role._id } }),
      yann.call(api.invites.accept, { params: { code: invite.inviteCode } }),
    ]);
    expect(gone.map(reply => reply.status)).toEqual([404, 404, 404, 404, 404]);
    const { kysely } = palabre.services.database;
    const places = await kysely.selectFrom('places').selectAll().where('id', '=', team.welcome._id).execute();
    expect(places).toEqual([]);
  });
});
