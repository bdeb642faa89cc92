import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { FakeS3 } from '../../test/outside/s3.ts';
import { openArchive } from './archive.ts';
import { openBackupBucket } from './bucket.ts';
import { openBackupPlace } from './open-place.ts';

const s3 = new FakeS3();
beforeAll(() => s3.start());
afterAll(() => s3.stop());
beforeEach(() => {
  s3.objects.clear();
  s3.mishaps.length = 0;
});
const given = (endpoint: string) => ({ endpoint, bucket: 'palabre', accessKey: 'cle', secretKey: 'secret/des+tests' });

it('Nightly backups in a bucket are listed from the newest, however many pages that takes, and nothing else is', async () => {
  const place = await openBackupPlace({ s3: given(s3.endpoint) } as never);
  const names = ['26', '27', '28'].map(day => `palabre-2026-11-${day}T02h30.tar`);
  for (const name of [...names, 'avant-0042.tar']) s3.objects.set(name, Buffer.alloc(3));
  expect((await place.list()).map(({ name, size }) => [name, size])).toEqual(names.reverse().map(name => [name, 3]));
  expect(place.shown(names[0] as string)).toBe(`s3:${names[0]}`);
});

it('A backup in a bucket that refuses amid its reading, its list or its look says so with the name of the bucket', async () => {
  const bucket = await openBackupBucket(given(s3.endpoint));
  const name = 'palabre-2026-11-28.tar';
  s3.objects.set(name, Buffer.alloc(2_500_000));
  const refused = `BACKUP_S3_URL : le seau palabre de ${s3.endpoint} a refusé`;
  const refusal = `${refused} (AccessDenied AccessDenied).`;
  const read = bucket.file(name).open();
  expect((await buffer(read)).length).toBe(2_500_000);
  for (const [ask, says] of [
    [() => bucket.list(), refusal],
    [() => openArchive(bucket.file(name)), refusal],
    // Its answer has no body that would say why.
    [() => bucket.has(name), `${refused} (Unknown UnknownError).`],
  ] as const) {
    s3.mishaps.push({ status: 403, code: 'AccessDenied' });
    await expect(ask()).rejects.toThrow(says);
  }
  // The second of its pieces.
  const pieces = bucket.file(name).open();
  const first = await new Promise<Buffer>(resolve => pieces.once('data', resolve));
  expect(first.length).toBeGreaterThan(0);
  s3.mishaps.push(...Array(3).fill({ status: 403, code: 'AccessDenied' }));
  await expect(buffer(pieces)).rejects.toThrow(refusal);
  s3.mishaps.length = 0;
  expect(bucket.shown(name)).toBe(`s3:${name}`);
  // An empty object has no byte to ask for.
  s3.objects.set(name, Buffer.alloc(0));
  await expect(openArchive(bucket.file(name))).rejects.toThrow(`s3:${name} : ce n’est pas une sauvegarde de Palabre.`);
});

it('What an interrupted nightly backup left in a bucket goes after a day, and no other upload does', async () => {
  const begun = [
    { key: 'palabre-2026-11-27.tar', id: 'interrupted', hours: 25 },
    { key: 'palabre-2026-11-28.tar', id: 'running', hours: 23 },
    { key: 'palabre-photos.zip', id: 'of another program', hours: 25 },
  ];
  const aborted: unknown[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
    if (request.method === 'DELETE') {
      aborted.push([pathname, searchParams.get('uploadId')]);
      return response.writeHead(204).end();
    }
    const uploads = begun.map(({ key, id, hours }) => {
      const at = new Date(Date.now() - hours * 3_600_000).toISOString();
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`;
    });
    const isAsked = searchParams.has('uploads') && searchParams.get('prefix') === 'palabre-';
    const found = isAsked ? uploads.join('') : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    return response.end(`<?xml version="1.0"?><ListMultipartUploadsResult>${found}</ListMultipartUploadsResult>`);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const place = await openBackupPlace({
    s3: given(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  } as never);
  await place.tidy();
  expect(aborted).toEqual([['/palabre/palabre-2026-11-27.tar', 'interrupted']]);
  begun.length = 0;
  await place.tidy();
  expect(aborted).toHaveLength(1);
});
