import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeS3 } from '../../test/outside/s3.ts';
import { openBackupPlace } from './open-place.ts';

const s3 = new FakeS3();
beforeAll(() => s3.start());
afterAll(() => s3.stop());

it('Nightly backups in a bucket are listed from the newest, however many pages that takes, and nothing else is', async () => {
  const given = { endpoint: s3.endpoint, bucket: 'palabre', accessKey: 'cle', secretKey: 'secret/des+tests' };
  const place = await openBackupPlace({ s3: given } as never);
  const names = ['26', '27', '28'].map(day => `palabre-2026-11-${day}T02h30.tar`);
  for (const name of [...names, 'avant-0042.tar']) s3.objects.set(name, Buffer.alloc(3));
  expect((await place.list()).map(({ name, size }) => [name, size])).toEqual(names.reverse().map(name => [name, 3]));
  expect(place.shown(names[0] as string)).toBe(`s3:${names[0]}`);
});
