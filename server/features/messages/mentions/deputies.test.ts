import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { startPalabre } from '../../../test/harness.ts';
import { gather } from '../../../test/people/team.ts';
import { post, registerNamed } from '../../../test/people/world.ts';

const palabre = await startPalabre();

test('A deputy is told for thirty days of messages that name the person who is gone', async () => {
  const { camille, karim, yann, helene } = await registerNamed(palabre, 'camille', 'karim', 'yann', 'helene');
  await palabre.makeAdministrator(helene);
  const { welcome } = await gather(camille, karim, yann);
  await helene.ok(api.administration.depart, { params: { id: karim.id }, body: { deputyId: yann.id } });
  const daysLater = (days: number) =>
    palabre.services.database.pool.query(
      `UPDATE mention_deputies SET since = since - $1::float8 * interval '1 day', until = until - $1::float8 * interval '1 day'`,
      [days],
    );
  const ears = await yann.connect();
  const told = ({ _id: id }: { _id: string }) => ears.next('newNotification', ({ _id }) => _id === id);
  await daysLater(29.9);
  const early = await post(camille, welcome, `<@${karim.id}> ici ?`);
  expect((await told(early)).about?.inPlaceOf).toBe('Karim');
  await daysLater(0.2);
  const late = await post(camille, welcome, `<@${karim.id}> là ?`);
  // Events arrive in order: this message's event follows all events of the one before.
  await told(await post(camille, welcome, `<@${yann.id}> fin`));
  expect(ears.all('newNotification', ({ _id }) => _id === late._id)).toEqual([]);
});
