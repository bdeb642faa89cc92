import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { describe, expect, test, vi } from 'vitest';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post, registerNamed } from '../../../test/people/world.ts';

const palabre = await startPalabre();
const { camille, karim, leonie, yann } = await registerNamed(palabre, 'camille', 'karim', 'leonie', 'yann');

type Somewhere = { _id: string };
const letIn = (actor: Person, { _id: id }: Somewhere, body: { add?: Person[]; remove?: Person[] }) =>
  actor.call(api.channels.letIn, {
    params: { id },
    body: { add: body.add?.map(one => one.id), remove: body.remove?.map(one => one.id) },
  });
const rolesOf = async ({ owner, params }: Team) => (await owner.ok(api.roles.list, { params })).roles;
const see = (person: Person, { _id: id }: Somewhere) => person.call(api.channels.one, { params: { id } });

describe('letting people into a private channel', () => {
  test('shows the channel at once by the role that it keeps, and hides it from people taken out', async () => {
    const team = await gather(camille, karim, leonie);
    const channel = await team.channel('direction', 'private');
    expect(channel.keptRole).toBeNull();
    const [hers, his, other] = [await camille.connect(), await karim.connect(), await leonie.connect()];
    const { status, body } = await letIn(camille, channel, { add: [karim, karim] });
    const [, role] = await rolesOf(team);
    expect([status, body.channel]).toEqual([
      200,
      { ...channel, users: [camille.id, karim.id].sort(), keptRole: role?._id },
    ]);
    expect(await his.next('newChannel')).toEqual({ ...body.channel, position: 1 });
    expect(await hers.next('updateChannel')).toEqual(body.channel);
    expect(role).toMatchObject({ name: 'Salon privé', rank: 2, users: [karim.id] });
    expect([role?.visibleChannels, role?.writableChannels]).toEqual([[channel._id], [channel._id]]);
    await post(karim, channel, 'Merci');
    expect(await other.next('newRole')).toMatchObject({ _id: role?._id, visibleChannels: [] });
    await other.none('newChannel');

    const again = await letIn(camille, channel, { add: [leonie], remove: [karim] });
    expect(again.body.channel.users).toEqual([camille.id, leonie.id].sort());
    expect(await his.next('deleteChannel')).toEqual({ _id: channel._id, workspaceId: team.id });
    expect([(await see(karim, channel)).status, (await see(leonie, channel)).status]).toEqual([404, 200]);
    expect(await rolesOf(team)).toHaveLength(2);

    // Somebody takes the channel out of its role: it is opened again with the next person.
    const params = { id: role?._id ?? '' };
    await camille.ok(api.roles.update, { params, body: { visibleChannels: [], writableChannels: [] } });
    expect((await see(leonie, channel)).status).toBe(404);
    await letIn(camille, channel, { add: [karim] });
    expect([(await see(karim, channel)).status, (await see(leonie, channel)).status]).toEqual([200, 200]);
    // Who took the right to write from the role meant it: it stays so.
    expect((await rolesOf(team))[1]).toMatchObject({ visibleChannels: [channel._id], writableChannels: [] });
  });

  test('is allowed to anyone who may change the channel, up to their own rank, without running the workspace', async () => {
    const team = await gather(camille, karim, leonie, yann);
    await team.role({ name: 'Haut', users: [yann.id] });
    await team.role({ name: 'Salons', addChannels: true, users: [karim.id] });
    const { channel } = await karim.ok(api.channels.create, {
      body: { title: 'paie', visibility: 'private', workspaceId: team.id },
    });
    expect((await letIn(karim, channel, { add: [leonie] })).status).toBe(200);
    for (const above of [yann, camille]) {
      expect((await letIn(karim, channel, { add: [above] })).body.code).toBe('rank_too_low');
    }
    expect((await letIn(leonie, channel, { add: [yann] })).body.code).toBe('forbidden');
    expect((await letIn(yann, channel, { add: [yann] })).status).toBe(404);
    await camille.ok(api.roles.update, {
      params: { id: (await see(karim, channel)).body.channel.keptRole ?? '' },
      body: { canKick: true },
    });
    expect((await letIn(karim, channel, { remove: [leonie] })).body.code).toBe('rank_too_low');
    expect((await letIn(camille, channel, { remove: [leonie] })).status).toBe(200);
  });

  test('takes members alone, in private channels alone; a repeated request makes no second role', async () => {
    const team = await gather(camille, karim, leonie);
    const channel = await team.channel('direction', 'private');
    expect((await letIn(camille, channel, { add: [yann] })).body.code).toBe('not_member');
    expect((await letIn(camille, team.welcome, { add: [karim] })).body.code).toBe('not_private');
    expect((await letIn(camille, channel, { remove: [karim] })).body.channel).toEqual(channel);
    expect((await letIn(camille, channel, {})).body.channel).toEqual(channel);
    expect(await rolesOf(team)).toHaveLength(1);
    // A person let in and taken out by one request never was there: the journal has no line.
    await palabre.makeAdministrator(yann);
    const spending = vi.spyOn(palabre.services.limits, 'spend');
    const rolesSpent = () => spending.mock.calls.filter(([name]) => name === 'makeRole').map(([, key]) => key);
    await letIn(camille, channel, { add: [karim, leonie], remove: [leonie] });
    expect(rolesSpent()).toEqual([camille.id]);
    const { entries } = await yann.ok(api.audit.list, { query: { limit: 1 } });
    expect(entries).toMatchObject([{ action: 'channel_updated', target: 'direction', changes: ['added'] }]);
    await letIn(camille, channel, { add: [leonie], remove: [karim] });
    expect(rolesSpent()).toEqual([camille.id]);
    spending.mockRestore();
    const later = await yann.ok(api.audit.list, { query: { limit: 1 } });
    expect(later.entries).toMatchObject([{ action: 'channel_updated', changes: ['added', 'removed'] }]);
    const full = Array.from({ length: 101 }, () => karim);
    expect((await letIn(camille, channel, { add: full })).status).toBe(400);
  });

  test('is refused when the workspace has all the roles it may have', async () => {
    const team = await gather(camille, karim);
    const channel = await team.channel('direction', 'private');
    await palabre.services.database.pool.query(
      `INSERT INTO roles (id, workspace_id, name, rank)
       SELECT gen_random_uuid(), $1, 'r', n FROM generate_series(2, $2::int) AS n`,
      [team.id, limits.rolesPerWorkspace],
    );
    expect((await letIn(camille, channel, { add: [karim] })).body.code).toBe('too_many_roles');
  });
});

describe('the role that a channel keeps', () => {
  test('stays below the roles that people make: it hides no colour and raises no rank', async () => {
    const team = await gather(camille, karim);
    const channel = await team.channel('direction', 'private');
    await letIn(camille, channel, { add: [karim] });
    await team.role({ name: 'Rouge', color: '#b00020', users: [karim.id] });
    expect((await rolesOf(team)).map(({ name, rank }) => [name, rank])).toEqual([
      ['Créateur', 1],
      ['Rouge', 2],
      ['Salon privé', 3],
    ]);
    const query = { workspaceId: team.id, userId: karim.id };
    expect((await camille.ok(api.roles.color, { query })).color).toBe('#b00020');
  });

  test('is deleted with its channel unless it opens more; when deleted by hand, the channel gets another', async () => {
    const team = await gather(camille, karim);
    const [one, other] = [await team.channel('direction', 'private'), await team.channel('paie', 'private')];
    await letIn(camille, one, { add: [karim] });
    await letIn(camille, other, { add: [karim] });
    const [, , second] = await rolesOf(team);
    await camille.ok(api.roles.update, { params: { id: second?._id ?? '' }, body: { addChannels: true } });
    const ears = await camille.connect();
    for (const { _id: id } of [one, other]) await camille.ok(api.channels.remove, { params: { id } });
    expect(await ears.next('deletedRole')).toHaveProperty('workspaceId', team.id);
    expect((await rolesOf(team)).map(({ _id, rank }) => [_id, rank]).slice(1)).toEqual([[second?._id, 2]]);

    const third = await team.channel('bureau', 'private');
    const { body } = await letIn(camille, third, { add: [karim] });
    await camille.ok(api.roles.remove, { params: { id: body.channel.keptRole ?? '' } });
    expect((await see(camille, third)).body.channel.keptRole).toBeNull();
    expect((await see(karim, third)).status).toBe(404);
    const anew = await letIn(camille, third, { add: [karim] });
    expect(anew.body.channel.keptRole).not.toBe(body.channel.keptRole);
    expect((await see(karim, third)).status).toBe(200);
  });
});
