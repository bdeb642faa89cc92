import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { registerNamed } from '../../../test/people/world.ts';

const palabre = await startPalabre();
const { camille, karim, leonie, yann } = await registerNamed(palabre, 'camille', 'karim', 'leonie', 'yann');
const { kysely } = palabre.services.database;

/** Moves of a team as text: « + Karim » joined, « - Karim » left. */
const movesOf = async (team: Team, reader: Person = camille): Promise<string[]> => {
  const { moves } = await reader.ok(api.members.moves, { params: team.params });
  expect(moves.map(({ time }) => time)).toEqual(moves.map(({ time }) => time).sort());
  return moves.map(({ kind, user }) => `${kind === 'joined' ? '+' : '-'} ${user.firstName}`);
};
const exclude = (team: Team, action: 'kick' | 'ban', person: Person) =>
  camille.ok(api.members[action], { params: team.params, body: { userId: person.id } });

describe('a move of a workspace', () => {
  test('is recorded for each way in, and neither for the workspace’s maker nor for a person who is in it already', async () => {
    const team = await gather(camille, karim);
    expect(await movesOf(team, karim)).toEqual(['+ Karim']);
    const { inviteCode: code } = await camille.ok(api.invites.create, { params: team.params, body: {} });
    for (const person of [leonie, leonie, karim]) await person.ok(api.invites.accept, { params: { code } });
    await karim.ok(api.workspaces.join, { params: team.params });
    expect(await movesOf(team)).toEqual(['+ Karim', '+ Léonie']);
    const { moves } = await camille.ok(api.members.moves, { params: team.params });
    expect(moves[1]?.user).toEqual({ _id: leonie.id, firstName: 'Léonie', lastName: 'Dubreuil' });
  });

  test('is recorded for a member who leaves, is kicked or banned; the ban of a stranger is none', async () => {
    const team = await gather(camille, karim, leonie, yann);
    await karim.ok(api.workspaces.leave, { params: team.params });
    await exclude(team, 'kick', leonie);
    await exclude(team, 'ban', yann);
    await exclude(team, 'ban', leonie);
    expect((await movesOf(team)).slice(3)).toEqual(['- Karim', '- Léonie', '- Yann']);
  });

  test('is listed to members alone', async () => {
    const team = await gather(camille, karim, leonie);
    const ask = (person: Person) => person.call(api.members.moves, { params: team.params });
    expect((await ask(karim)).status).toBe(200);
    await exclude(team, 'kick', leonie);
    for (const person of [yann, leonie]) {
      const [moves, list] = await Promise.all([ask(person), person.call(api.members.list, { params: team.params })]);
      expect([moves.status, moves.body]).toEqual([list.status, list.body]);
      expect(moves.status).toBe(403);
    }
  });

  test('is neither listed nor recorded while the workspace does not announce moves', async () => {
    const team = await gather(camille, karim);
    const ears = await karim.connect();
    const announce = (announceMoves: boolean) =>
      camille.ok(api.workspaces.update, { params: team.params, body: { announceMoves } });
    expect((await announce(false)).workspace.announceMoves).toBe(false);
    expect(await ears.next('updateWorkspace')).toMatchObject({ announceMoves: false });
    await leonie.ok(api.workspaces.join, { params: team.params });
    expect(await movesOf(team)).toEqual([]);
    const refused = await karim.call(api.workspaces.update, { params: team.params, body: { announceMoves: true } });
    expect(refused.body.code).toBe('forbidden');
    await announce(true);
    expect(await movesOf(team)).toEqual(['+ Karim']);
  });

  test('reaches members who are connected with the event of the workspace’s change', async () => {
    const team = await gather(camille, karim);
    const ears = await karim.connect();
    await leonie.ok(api.workspaces.join, { params: team.params });
    await ears.next('updateWorkspace', ({ membersCount }) => membersCount === 3);
    expect(await movesOf(team, karim)).toEqual(['+ Karim', '+ Léonie']);
  });

  test('counts nowhere as unread and notifies nobody', async () => {
    const team = await gather(camille, karim);
    const before = await karim.ok(api.unread.list);
    const ears = await karim.connect();
    await leonie.ok(api.workspaces.join, { params: team.params });
    await leonie.ok(api.workspaces.leave, { params: team.params });
    await ears.next('updateWorkspace', ({ membersCount }) => membersCount === 2);
    expect(await movesOf(team)).toHaveLength(3);
    expect(await karim.ok(api.unread.list)).toEqual(before);
    await ears.none('newNotification');
  });

  test('is kept up to the limit, the last ones', async () => {
    const team = await gather(camille, karim);
    const other = await gather(camille, karim);
    await sql`
      INSERT INTO workspace_moves (id, workspace_id, user_id, kind, at)
      SELECT gen_random_uuid(), ${team.id}, ${yann.id}, 'joined', now() - n * interval '1 minute'
      FROM generate_series(1, ${limits.movesKept + 20}) AS n`.execute(kysely);
    await leonie.ok(api.workspaces.join, { params: team.params });
    const moves = await movesOf(team);
    expect(moves).toHaveLength(limits.movesKept);
    expect(moves.slice(-3)).toEqual(['+ Yann', '+ Karim', '+ Léonie']);
    expect(await movesOf(other)).toEqual(['+ Karim']);
  });

  test('is no older than the messages that the workspace keeps', async () => {
    const team = await gather(camille, karim, leonie);
    await sql`
      UPDATE workspace_moves SET at = at - interval '3 days'
      WHERE workspace_id = ${team.id} AND user_id = ${karim.id}`.execute(kysely);
    const keep = (body: { autoDelete?: boolean; autoDeleteDays?: number }) =>
      camille.ok(api.workspaces.update, { params: team.params, body });
    await keep({ autoDeleteDays: 4 });
    expect(await movesOf(team)).toEqual(['+ Karim', '+ Léonie']);
    await keep({ autoDeleteDays: 2 });
    expect(await movesOf(team)).toEqual(['+ Léonie']);
    await keep({ autoDelete: false });
    expect(await movesOf(team)).toEqual(['+ Karim', '+ Léonie']);
  });

  test('is deleted with the account of its person', async () => {
    const going = await palabre.register({ firstName: 'Marion' });
    const team = await gather(camille, karim, going);
    await going.ok(api.workspaces.leave, { params: team.params });
    expect(await movesOf(team)).toEqual(['+ Karim', '+ Marion', '- Marion']);
    await going.ok(api.accounts.remove, { params: { id: going.id }, body: { password: going.password } });
    expect(await movesOf(team)).toEqual(['+ Karim']);
    const kept = await kysely.selectFrom('workspace_moves').select('id').where('user_id', '=', going.id).execute();
    expect(kept).toEqual([]);
  });
});
