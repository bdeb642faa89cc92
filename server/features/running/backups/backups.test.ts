import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import S3rver from 's3rver';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openArchive } from '../../../platform/backup/archive.ts';
import { fileAt } from '../../../platform/backup/folder.ts';
import { openBackupPlace } from '../../../platform/backup/open-place.ts';
import { startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { createWorld } from '../../../test/people/world.ts';

const temporary = () => {
  const folder = mkdtempSync(join(tmpdir(), 'palabre-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

it('each night a backup is written to BACKUP_DIR, and the oldest beyond BACKUP_KEEP go, with what a killed one left', async () => {
  const folder = temporary();
  const old = (name: string, daysAgo: number) => {
    writeFileSync(join(folder, name), '');
    const at = Date.now() / 1000 - daysAgo * 86_400;
    utimesSync(join(folder, name), at, at);
  };
  old('palabre-2027-02-08T02h30.tar', 2);
  old('palabre-2027-02-09T02h30.tar', 1);
  old('palabre-2027-02-09T02h30.tar.17.partial', 1);
  old('notes.txt', 9);
  const now = () => new Date('2027-02-10T02:30:00Z');
  const palabre = await startPalabre({ env: { BACKUP_DIR: folder, BACKUP_KEEP: '2' }, now });
  const { camille, chantier } = await createWorld(palabre);
  const send = async (name: string) => {
    const files = [{ bytes: Buffer.from(name), name }];
    const { message } = await camille.ok(api.messages.send, { body: { channelId: chantier._id, content: '' }, files });
    return message.fileAttachments[0]?._id ?? '';
  };
  await send('plan.txt');
  // Deleted once the backup has listed it, before its bytes are read.
  const gone = await send('brouillon.txt');
  const { storage } = palabre.services;
  const list = storage.list.bind(storage);
  const listed = vi.spyOn(storage, 'list').mockImplementation(async function* () {
    for await (const file of list()) {
      if (file.key === gone) await storage.remove(gone);
      yield file;
    }
  });
  onTestFinished(() => listed.mockRestore());
  await palabre.jobs.now('backups.nightly');
  const written = join(folder, 'palabre-2027-02-10T02h30.tar');
  await jobsDone(palabre, 'backups.nightly');
  const kept = ['notes.txt', 'palabre-2027-02-09T02h30.tar', 'palabre-2027-02-10T02h30.tar'];
  expect(readdirSync(folder).sort()).toEqual(kept);

  const { head, entries } = await openArchive(fileAt(written));
  expect(head).toMatchObject({ format: 1, files: true });
  const all = entries();
  let next = await all.next();
  for (; !next.done; next = await all.next()) for await (const _ of next.value.body);
  expect(next.value).toMatchObject({ files: 1 });
  // Succeeds at the first try: a failed job would run again.
  expect(listed).toHaveBeenCalledOnce();
  expect(next.value.rows.users).toBeGreaterThan(1);
});

/** Unfinished uploads as S3 lists them, with the hours since they began. */
const uploadsOf = (begun: Record<string, number>) =>
  `<?xml version="1.0"?><ListMultipartUploadsResult>${Object.entries(begun).map(
    ([id, hours]) =>
      `<Upload><Key>palabre-2027-02-09T02h30.tar</Key><UploadId>${id}</UploadId>` +
      `<Initiated>${new Date(Date.now() - hours * 3_600_000).toISOString()}</Initiated></Upload>`,
  )}</ListMultipartUploadsResult>`;

/** Stands before a bucket that cannot list unfinished uploads, with two of them; records the aborted ones. */
async function withUploads(behind: number) {
  const aborted = new Set<string | null>();
  const front = createServer((request, response) => {
    const { method, headers, url: path = '' } = request;
    const asked = new URL(path, 'http://bucket').searchParams;
    const upload = asked.get('uploadId');
    if (method === 'GET' && asked.has('uploads')) {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(uploadsOf({ interrupted: 25, running: 1 }));
    } else if (method === 'DELETE' && upload) {
      aborted.add(upload);
      response.writeHead(204).end();
    } else {
      const on = forward({ host: '127.0.0.1', port: behind, path, method, headers }, answer => {
        answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      });
      request.pipe(on);
    }
  });
  await new Promise<void>(done => front.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    front.closeAllConnections();
    front.close();
  });
  return { port: (front.address() as AddressInfo).port, aborted };
}

it('each night a backup is sent to the bucket of BACKUP_S3_URL, and the oldest beyond BACKUP_KEEP go, with what an interrupted one left', async () => {
  const directory = temporary();
  const configureBuckets = [{ name: 'nuits', configs: [] }];
  const bucket = new S3rver({ port: 0, address: '127.0.0.1', directory, silent: true, configureBuckets });
  const { port: behind } = await bucket.run();
  onTestFinished(() => bucket.close());
  const { port, aborted } = await withUploads(behind);
  let day = 10;
  const now = () => new Date(`2027-02-${day}T02:30:00Z`);
  const BACKUP_S3_URL = `s3://S3RVER:S3RVER@127.0.0.1:${port}/nuits`;
  const palabre = await startPalabre({ env: { BACKUP_S3_URL, BACKUP_KEEP: '2' }, now });
  const { camille, chantier } = await createWorld(palabre);
  // Larger than one part of a multipart upload.
  const bytes = randomBytes(9_000_000);
  for (const name of ['un.bin', 'deux.bin'])
    await camille.ok(api.messages.send, { body: { channelId: chantier._id, content: name }, files: [{ bytes, name }] });
  const place = await openBackupPlace(palabre.services.env.backups ?? expect.fail());
  const names = async () => (await place.list()).map(({ name }) => name).sort();
  for (const kept of [['10'], ['10', '11'], ['11', '12']]) {
    await palabre.jobs.now('backups.nightly');
    await jobsDone(palabre, 'backups.nightly');
    expect(await names()).toEqual(kept.map(n => `palabre-2027-02-${n}T02h30.tar`));
    day += 1;
  }
  expect([...aborted]).toEqual(['interrupted']);
});
