import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { Readable, Writable } from 'node:stream';
import { pack } from 'tar-stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { StartError } from '../processes/start-error.ts';
import { ArchiveWriter, type End, type Head, openArchive } from './archive.ts';
import { fileAt } from './folder.ts';
import { Rests } from './rests.ts';
import { told } from './told.ts';

/** Tests the file of a backup; `tools/processes/backup.test.ts` makes and restores whole ones. */

const head: Head = { format: 1, version: '1.2.3', at: '2026-11-28', files: true, migrations: [], tables: {} };
const counts = { files: 1, rows: { users: 2 } };

/** Collects the written bytes, or fails from so many on. */
function collecting(atMost = Number.POSITIVE_INFINITY) {
  const chunks: Buffer[] = [];
  let length = 0;
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      length += chunk.length;
      done(length > atMost ? Object.assign(new Error('no space left'), { code: 'ENOSPC' }) : null);
    },
  });
  return { out, bytes: () => Buffer.concat(chunks) };
}

/** Writes an archive of two entries after its head. */
async function written(first: object = head): Promise<{ bytes: Buffer; end: End }> {
  const { out, bytes } = collecting();
  const archive = new ArchiveWriter(out, false);
  await archive.add('palabre.json', Buffer.from(JSON.stringify(first)));
  await archive.add('jwt-secret', Buffer.from('motsecret'));
  await archive.addStream('files/un', 300_000, [Buffer.alloc(100_000, 'a'), Buffer.alloc(200_000, 'b')]);
  return { end: await archive.end(counts), bytes: bytes() };
}

const opening = (bytes: Buffer) => openArchive({ shown: 'nuit.tar', open: () => Readable.from([bytes]) });

/** Reads an archive to its end: the names and lengths of its entries, and its end record. */
async function read(bytes: Buffer) {
  const archive = await opening(bytes);
  const entries = archive.entries();
  const found: [string, number, number][] = [];
  for (;;) {
    const { value, done } = await entries.next();
    if (done) return { head: archive.head, found, end: value };
    let length = 0;
    for await (const chunk of value.body) length += chunk.length;
    found.push([value.name, value.size, length]);
  }
}

it('An archive is read as it was written, and says at its end what is in it', async () => {
  const { bytes, end } = await written();
  const sha = createHash('sha256');
  const add = (name: string, body: Buffer) => sha.update(`${name}\n${body.length}\n`).update(body);
  const first = Buffer.from(JSON.stringify(head));
  add('palabre.json', first);
  add('jwt-secret', Buffer.from('motsecret'));
  add('files/un', Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.alloc(200_000, 'b')]));
  const size = first.length + 9 + 300_000;
  expect(end).toEqual({ entries: 3, bytes: size, ...counts, sha256: sha.digest('hex') });
  expect(await read(bytes)).toEqual({
    ...{ head, end },
    found: [
      ['jwt-secret', 9, 9],
      ['files/un', 300_000, 300_000],
    ],
  });
});

it('An archive that is cut short, wherever, is refused', async () => {
  const { bytes } = await written();
  const cut = 'nuit.tar : cette sauvegarde est incomplète, rien n’en a été repris.';
  // Cuts amid an entry, between two, before the end record, and amid that record.
  for (const length of [200_000, 2_048, bytes.length - 2_048, bytes.length - 1_500]) {
    await expect(read(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow(cut);
  }
});

it('An archive of which one byte is another, or that has an entry more, is refused', async () => {
  const { bytes } = await written();
  const damaged = 'nuit.tar : cette sauvegarde est abîmée, rien n’en a été repris.';
  const other = Buffer.from(bytes);
  other[bytes.length / 2] = 'x'.charCodeAt(0);
  await expect(read(other)).rejects.toThrow(damaged);
  // In its head, or in its end record.
  for (const at of [bytes.indexOf('{"format"'), bytes.lastIndexOf('{"entries"')]) {
    const unreadable = Buffer.from(bytes);
    unreadable[at] = 'x'.charCodeAt(0);
    await expect(read(unreadable)).rejects.toThrow(damaged);
  }
  // The end record must agree with the archive's entries.
  const { end } = await written();
  const said = (wrong: Partial<End>) => {
    const tar = pack();
    tar.entry({ name: 'palabre.json' }, JSON.stringify(head));
    tar.entry({ name: 'end.json' }, JSON.stringify({ ...end, ...wrong }));
    tar.finalize();
    return openArchive({ shown: 'nuit.tar', open: () => tar as never }).then(archive => archive.entries().next());
  };
  const body = Buffer.from(JSON.stringify(head));
  const right = {
    ...{ entries: 1, bytes: body.length },
    sha256: createHash('sha256').update(`palabre.json\n${body.length}\n`).update(body).digest('hex'),
  };
  expect(await said(right)).toMatchObject({ done: true });
  for (const wrong of [{ entries: 2 }, { bytes: 1 }, { sha256: end.sha256 }])
    await expect(said({ ...right, ...wrong })).rejects.toThrow(damaged);
});

it('What is no backup, of a newer version, or not there is said to be', async () => {
  const tar = pack();
  tar.entry({ name: 'photo.png' }, 'x');
  tar.finalize();
  await expect(openArchive({ shown: 'x.tar', open: () => tar as never })).rejects.toThrow(
    'x.tar : ce n’est pas une sauvegarde de Palabre.',
  );
  await expect(opening((await written({ ...head, format: 2 })).bytes)).rejects.toThrow(
    'nuit.tar : cette sauvegarde vient d’une version plus récente de Palabre.',
  );
  await expect(opening(Buffer.alloc(100, 'x'))).rejects.toThrow(/nuit\.tar : /);
  await expect(openArchive(fileAt('/nowhere/nuit.tar'))).rejects.toThrow(
    '/nowhere/nuit.tar : ce fichier n’existe pas.',
  );
  await expect(openArchive(fileAt(tmpdir()))).rejects.toThrow(`${tmpdir()} : ce fichier est illisible (EISDIR).`);
});

it('An archive that cannot be written fails, whichever entry meets that, and so does an entry of another length than it has', async () => {
  const { out } = collecting(20_000);
  const archive = new ArchiveWriter(out, false);
  const failing = (async () => {
    for (let n = 0; n < 50; n += 1) await archive.add(`files/${n}`, Buffer.alloc(10_000));
    await archive.end(counts);
  })();
  await expect(failing).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(archive.add('files/more', Buffer.alloc(1))).rejects.toThrow();
  const short = new ArchiveWriter(collecting().out, false);
  await expect(short.addStream('files/un', 10, [Buffer.alloc(9)])).rejects.toThrow();
});

it('A backup is told by what it holds', () => {
  const end = (rows: Record<string, number>, files: number, bytes: number): End => ({
    ...{ entries: 1, bytes, files, rows, sha256: '' },
  });
  expect(told(end({ users: 1, messages: 0 }, 1, 999))).toMatch(/^1 personne · 0 message · 1 fichier · /);
  expect(told(end({ users: 12, messages: 1_500 }, 2, 5_000_000)).replace(/[\u202f\u00a0]/g, ' ')).toMatch(
    /^12 personnes · 1 500 messages · 2 fichiers · /,
  );
  expect(told(end({}, 0, 0))).toMatch(/^0 personne · 0 message · 0 fichier · /);
});

it('An archive whose place says why it gives no more is refused with those words, wherever it is cut', async () => {
  const { bytes } = await written();
  const refusal = new StartError('BACKUP_S3_URL : le seau a refusé.');
  // Amid a file, and amid the end record.
  for (const length of [200_000, bytes.length - 1_500]) {
    const open = () =>
      Readable.from(
        (async function* () {
          yield bytes.subarray(0, length);
          throw refusal;
        })(),
      );
    const reading = openArchive({ shown: 'nuit.tar', open }).then(async archive => {
      const entries = archive.entries();
      for (let next = await entries.next(); !next.done; next = await entries.next())
        for await (const _ of next.value.body);
    });
    await expect(reading, `${length} bytes`).rejects.toBe(refusal);
  }
});

it('A head of a megabyte is read, and one byte more is too large', async () => {
  const opened = (size: number) => {
    const tar = pack();
    tar.entry({ name: 'palabre.json' }, JSON.stringify(head).padEnd(size));
    tar.finalize();
    return openArchive({ shown: 'nuit.tar', open: () => tar as never });
  };
  expect((await opened(1024 * 1024)).head).toEqual(head);
  await expect(opened(1024 * 1024 + 1)).rejects.toThrow(
    new StartError('La sauvegarde est abîmée : une de ses parties est trop grande.'),
  );
});

it('An archive takes no more of a file than what it is written to takes, and rests between its parts unless nobody is there', async () => {
  const rests = vi.spyOn(Rests.prototype, 'rest').mockResolvedValue();
  onTestFinished(() => rests.mockRestore());
  let goOn = () => {};
  const held = new Writable({
    write(_chunk, _encoding, done) {
      goOn = done;
    },
  });
  const archive = new ArchiveWriter(held);
  let taken = 0;
  const parts = function* () {
    for (; taken < 50; taken += 1) yield Buffer.alloc(100_000);
  };
  const adding = archive.addStream('files/un', 5_000_000, parts());
  adding.catch(() => {});
  await vi.waitUntil(() => rests.mock.calls.length > 0);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
  expect(taken, 'parts in memory').toBeLessThan(5);
  held.destroy();
  goOn();
  await expect(adding).rejects.toThrow();
  rests.mockClear();
  await written();
  expect(rests, 'before an upgrade').not.toHaveBeenCalled();
  const resting = new ArchiveWriter(collecting().out);
  await resting.addStream('files/un', 4, [Buffer.from('un'), Buffer.from('un')]);
  expect(rests).toHaveBeenCalledTimes(2);
});
