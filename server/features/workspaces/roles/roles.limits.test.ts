import { request } from 'node:http';
import { api } from '@palabre/common/contract/index.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { gather, type Team } from '../../../test/people/team.ts';

/** Tests a workspace with the most channels and roles allowed, in which each role opens each channel. */

let palabre: Palabre;
let camille: Person;
let karim: Person;
let team: Team;
/** Id of a role in the middle. */
let roleId: string;

beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim] = [await palabre.register({ firstName: 'Camille' }), await palabre.register({ firstName: 'Karim' })];
  team = await gather(camille, karim);
  const { kysely } = palabre.services.database;
  await sql`
    WITH made AS (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 499) AS n), placed AS (
      INSERT INTO places (id, kind, room) SELECT id, 'channel', 'channel:' || id FROM made RETURNING id
    ), opened AS (
      INSERT INTO channels (id, workspace_id, title, visibility, position)
      SELECT id, ${team.id}, 'salon ' || n, 'private', n FROM made JOIN placed USING (id) RETURNING id
    ), roles AS (
      INSERT INTO roles (id, workspace_id, name, rank)
      SELECT gen_random_uuid(), ${team.id}, 'rôle ' || n, n + 1 FROM generate_series(1, 249) AS n RETURNING id
    )
    INSERT INTO role_channels SELECT roles.id, opened.id, true, true FROM roles, opened`.execute(kysely);
  const { id } = await kysely
    .selectFrom('roles')
    .select('id')
    .where('workspace_id', '=', team.id)
    .where('rank', '=', 101)
    .executeTakeFirstOrThrow();
  roleId = id;
});

/** Measures an answer on the wire, compressed. */
const bytesOf = (person: Person, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${person.token}`, 'accept-encoding': 'gzip, deflate, br' };
    request(`${palabre.url}/api${path}`, { headers }, answer => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
    })
      .on('error', reject)
      .end();
  });

/** Counts the rows of a table that a change wrote. */
async function written(
  table: 'role_channels' | 'role_users' | 'roles',
  change: () => Promise<unknown>,
): Promise<number> {
  const { kysely } = palabre.services.database;
  const { rows } = await sql<{ now: string }>`SELECT pg_current_xact_id()::text AS now`.execute(kysely);
  await change();
  const since = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(table)} WHERE xmin::text::bigint > ${rows[0]?.now}::bigint`.execute(
    kysely,
  );
  return since.rows[0]?.count ?? 0;
}

const listFor = async (person: Person): Promise<Role[]> =>
  (await person.ok(api.roles.list, { params: team.params })).roles;
const read = async (): Promise<Role> => (await camille.ok(api.roles.one, { params: { id: roleId } })).role;
const change = (role: Role, body: Partial<Role>) => camille.ok(api.roles.update, { params: { id: role._id }, body });

test('A full workspace lists its roles in less than 300 KB, to a person who sees all channels and to one who sees one', async () => {
  const path = `/workspace/${team.id}/roles`;
  const all = await listFor(camille);
  expect([all.length, all.at(-1)?.visibleChannels.length]).toEqual([250, 499]);
  expect(await bytesOf(camille, path)).toBeLessThan(300_000);
  expect((await listFor(karim)).flatMap(role => [...role.visibleChannels, ...role.writableChannels])).toEqual([]);
  expect(await bytesOf(karim, path)).toBeLessThan(100_000);
});

test('A change of a role writes the rows that it changes, and no other', async () => {
  const role = await read();
  expect(await written('role_channels', () => change(role, { name: 'Maçons' }))).toBe(0);
  expect(await written('role_channels', () => change(role, { visibleChannels: role.visibleChannels }))).toBe(0);
  const writableChannels = role.writableChannels.slice(1);
  expect(await written('role_channels', () => change(role, { writableChannels }))).toBe(1);
  expect(await written('roles', () => change(role, { writableChannels: role.writableChannels }))).toBe(0);
});

test('A change of a role is told to nobody who can’t see it', async () => {
  const role = await read();
  const [hers, his] = [await camille.connect(), await karim.connect()];
  await change(role, { writableChannels: role.writableChannels.slice(2) });
  expect((await hers.next('updatedRole')).writableChannels).toHaveLength(role.writableChannels.length - 2);
  await his.none('updatedRole');
  await change(role, { name: 'Charpentiers' });
  expect(await his.next('updatedRole')).toMatchObject({ name: 'Charpentiers', visibleChannels: [] });
});
