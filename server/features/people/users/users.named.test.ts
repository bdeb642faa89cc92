import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';

let palabre: Palabre;
let camille: Person;
let karim: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register({ firstName: 'Camille', lastName: 'Moreau' });
  karim = await palabre.register({ firstName: 'Karim', lastName: 'Benali' });
});

const named = (ids: readonly string[]) => camille.call(api.users.named, { query: { ids: ids.join() } });

test('Names of many people come at once, each once, for existing people, and with nothing else', async () => {
  const { status, body } = await named([karim.id, newId(), camille.id, karim.id.toUpperCase(), 'abc-']);
  expect(status).toBe(200);
  expect(body.users).toEqual([
    { _id: camille.id, firstName: 'Camille', lastName: 'Moreau' },
    { _id: karim.id, firstName: 'Karim', lastName: 'Benali' },
  ]);
  expect((await camille.ok(api.users.named)).users).toEqual([]);
});

test('Names are answered for a hundred people at most', async () => {
  const ids = Array.from({ length: 100 }, newId);
  expect((await named(ids)).status).toBe(200);
  expect((await named([...ids, karim.id])).status).toBe(400);
});
