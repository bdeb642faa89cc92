import { api } from '@palabre/common/contract/index.ts';
import type { Workspace, WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { found } from '../../../test/people/societies.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { createWorkspace } from '../../../test/people/world.ts';

/** Tests discovery with more workspaces than a page holds. */

let palabre: Palabre;
let camille: Person;
let karim: Person;
let mine: Team;
let hidden: Team;
/** Camille’s as well, after all others by its title. */
let last: Workspace;

beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim] = [await palabre.register({ firstName: 'Camille' }), await palabre.register({ firstName: 'Karim' })];
  [mine, hidden] = [await gather(camille), await gather(karim)];
  last = (await createWorkspace(camille, { title: 'Zinguerie' })).workspace;
  const { body } = await karim.call(api.workspaces.update, { params: hidden.params, body: { restricted: true } });
  expect(body.workspace.restricted).toBe(true);
  const { kysely } = palabre.services.database;
  await kysely.transaction().execute(tx =>
    sql`
      WITH made AS (
        SELECT gen_random_uuid() AS id, gen_random_uuid() AS channel, n FROM generate_series(1, 249) AS n
      ), placed AS (
        INSERT INTO places (id, kind, room) SELECT channel, 'channel', 'workspace:' || id FROM made
      ), opened AS (
        INSERT INTO workspaces (id, title, welcome_channel, tags)
        SELECT id, 'Écurie ' || n, channel, CASE WHEN n = 7 THEN '{Équitation}'::text[] ELSE '{}' END FROM made
      )
      INSERT INTO channels (id, workspace_id, title, visibility, position)
      SELECT channel, id, 'général', 'public', 0 FROM made`.execute(tx),
  );
});

const page = (query: { search?: string; society?: boolean; cursor?: string } = {}) =>
  camille.ok(api.workspaces.list, { query });

/** Reads all pages, from the first to the last. */
async function allPages(): Promise<WorkspaceCard[][]> {
  const pages: WorkspaceCard[][] = [];
  let cursor: string | undefined;
  do {
    const { workspaces, nextCursor } = await page(cursor ? { cursor } : {});
    pages.push(workspaces);
    cursor = nextCursor ?? undefined;
  } while (cursor);
  return pages;
}

test('Discovery goes on page after page, by title, to the end; one’s own workspaces come with the first page alone', async () => {
  const pages = await allPages();
  expect(pages.map(cards => cards.length)).toEqual([102, 100, 49]);
  const [first, second, ...others] = pages.flat();
  expect([first, second].map(card => [card?._id, card?.isMember])).toEqual([mine.id, last._id].map(id => [id, true]));
  const titles = others.map(({ title }) => title);
  expect(titles).toEqual([...titles].sort());
  expect(new Set(pages.flat().map(({ _id }) => _id)).size).toBe(251);
  expect(pages.flat().some(({ _id }) => _id === hidden.id)).toBe(false);
});

test('Discovery finds a title or a tag, ignoring case and accents, and no restricted workspace', async () => {
  expect((await page({ search: 'ecurie 24' })).workspaces.map(({ title }) => title)).toEqual([
    'Écurie 124',
    'Écurie 224',
    'Écurie 24',
    ...Array.from({ length: 10 }, (_, i) => `Écurie 24${i}`),
  ]);
  expect((await page({ search: 'EQUITATION' })).workspaces.map(({ title }) => title)).toEqual(['Écurie 7']);
  expect((await page({ search: 'chantier' })).workspaces.map(({ _id }) => _id)).toEqual([mine.id]);
});

test('Discovery of a society keeps to its workspaces, restricted ones included, in every page', async () => {
  const { kysely } = palabre.services.database;
  const titlesOf = async (query: Parameters<typeof page>[0]) =>
    (await page(query)).workspaces.map(({ title }) => title);
  // Without a society, there is nothing to list.
  expect(await titlesOf({ society: true })).toEqual([]);
  const [society, other] = await Promise.all([found(camille), palabre.register().then(stranger => found(stranger))]);
  const place = (title: string, values: { society_id: string; restricted?: boolean }) =>
    kysely.updateTable('workspaces').set(values).where('title', '=', title).execute();
  await place('Écurie 1', { society_id: society._id });
  await place('Écurie 99', { society_id: society._id, restricted: true });
  await place('Écurie 50', { society_id: other._id });
  expect(await titlesOf({ society: true })).toEqual(['Écurie 1', 'Écurie 99']);
  expect(await titlesOf({ society: true, search: '99' })).toEqual(['Écurie 99']);
  expect((await page({ society: true })).nextCursor).toBeNull();
  await camille.ok(api.societies.remove, { params: { id: society._id } });
});

test('Discovery refuses an invalid cursor', async () => {
  for (const cursor of ['x', Buffer.from('["a","b"]').toString('base64url')]) {
    const { status, body } = await camille.call(api.workspaces.list, { query: { cursor } });
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  }
});

test('Discovery shows each of many workspaces of one title once, over all pages', async () => {
  await palabre.services.database.pool.query(
    `UPDATE workspaces SET title = 'Écurie', restricted = false WHERE title LIKE 'Écurie %'`,
  );
  const pages = await allPages();
  expect(pages.map(cards => cards.length)).toEqual([102, 100, 49]);
  expect(new Set(pages.flat().map(({ _id }) => _id)).size).toBe(251);
});
