import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, it } from 'vitest';
import { type Palabre, startPalabre } from '../../test/harness.ts';
import { gather, type Team } from '../../test/people/team.ts';

let palabre: Palabre;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  const [owner, member] = [await palabre.register(), await palabre.register()];
  team = await gather(owner, member);
});

/** Lists the prepared statements on all open connections. */
async function prepared(): Promise<string[]> {
  const { pool } = palabre.services.database;
  const asked = Array.from({ length: pool.totalCount }, () => pool.query('SELECT name FROM pg_prepared_statements'));
  return (await Promise.all(asked)).flatMap(({ rows }) => rows.map(({ name }) => name as string));
}

it('frequent statements are prepared on the connections', async () => {
  const look = () => team.owner.ok(api.workspaces.one, { params: team.params });
  await look();
  // A connection that works meanwhile is not asked.
  await expect.poll(prepared).toEqual(expect.arrayContaining(['workspace-access', 'workspaces']));
  const { workspace } = await look();
  expect(workspace).toMatchObject({ _id: team.id, members: expect.arrayContaining([team.owner.id]) });
});

it('prepared statements still work after a newer version adds columns', async () => {
  const { pool } = palabre.services.database;
  const look = () => team.owner.ok(api.workspaces.one, { params: team.params });
  const before = await look();
  for (const table of ['workspaces', 'workspace_members', 'channels', 'roles', 'role_users']) {
    await pool.query(`ALTER TABLE ${table} ADD COLUMN of_a_newer_version integer`);
  }
  expect(await look()).toEqual(before);
});
