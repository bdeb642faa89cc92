import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { scanWithinMs } from '../../../platform/files/scanner.ts';
import type { FileToSend } from '../../../test/client.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countFromNow } from '../../../test/measures.ts';
import { Clamd, eicar, malware } from '../../../test/outside/clamd.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { picture } from '../../../test/pictures.ts';

const clamd = await new Clamd().open();
let palabre: Palabre;
let [camille, karim]: Person[] = [];
let channel: { _id: string };

beforeAll(async () => {
  palabre = await startPalabre({ env: { CLAMD_URL: clamd.url } });
  [camille, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  channel = (await gather(camille, karim)).welcome;
});
afterAll(() => clamd.close());
beforeEach(() => {
  Object.assign(clamd, { manner: 'scans', streamMaxLength: limits.fileBytes });
});

const file = (name: string, said: string | Buffer = 'Le plan'): FileToSend => ({ bytes: Buffer.from(said), name });
const infected = file('facture « mai ».exe', `MZ ${malware}`);
const send = (person: Person | undefined, files: FileToSend[], content = 'Voilà') =>
  (person as Person).call(api.messages.send, { body: { channelId: channel._id, content }, files });

/** Counts all leftovers of a refused upload: file rows, bytes whole or half written, messages, scheduled messages. */
async function kept(): Promise<unknown> {
  const count = async (table: string) =>
    (await palabre.services.database.pool.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count;
  const all = await readdir(join(palabre.dataDir, 'files'), { recursive: true, withFileTypes: true });
  const files = all.filter(entry => entry.isFile()).map(({ name }) => name);
  return [files.sort(), await count('files'), await count('messages'), await count('scheduled_messages')];
}
const nothingMoreThan = (before: unknown) => vi.waitFor(async () => expect(await kept()).toEqual(before));

it('A clean file is sent to the scanner whole and kept as it is; a message without files asks it nothing', async () => {
  const [bytes, scans] = [randomBytes(300_000), clamd.scanned.length];
  const { status, body } = await send(camille, [file('mesures.bin', bytes), file('plan.txt')]);
  expect([status, body.message?.fileAttachments.map(({ size }) => size)]).toEqual([201, [300_000, 7]]);
  const [first, second] = clamd.scanned.slice(scans);
  expect([first?.equals(bytes), second?.toString()]).toEqual([true, 'Le plan']);
  await post(camille as Person, channel as never, 'Sans fichier');
  expect(clamd.scanned).toHaveLength(scans + 2);
});

it('An infected file is refused by its name, and nothing is kept; the log says what was found, the answer does not', async () => {
  const { logger, limits: ofTime } = palabre.services;
  const warned = vi.spyOn(logger, 'warn').mockImplementation(() => {});
  const spent = vi.spyOn(ofTime, 'spend');
  onTestFinished(() => void vi.restoreAllMocks());
  const before = await kept();
  const { status, body } = await send(camille, [infected]);
  expect([status, body.code]).toEqual([422, 'file_infected']);
  expect(body.message).toContain('«\u00a0facture « mai ».exe\u00a0» contient un logiciel malveillant');
  expect(JSON.stringify(body)).not.toContain(eicar);
  await nothingMoreThan(before);
  const told = { userId: camille?.id, address: '127.0.0.1', size: infected.bytes.length, found: eicar };
  expect(warned.mock.calls.filter(([, said]) => said === 'file refused: malware')).toEqual([
    [told, 'file refused: malware'],
  ]);
  expect(spent).toHaveBeenCalledWith('uploads', camille?.id, 1);
});

it('An infected file beside clean ones takes the whole message along, posted or scheduled', async () => {
  const before = await kept();
  const files = [file('plan.txt'), infected, file('suite.txt')];
  const posted = await send(camille, files);
  expect([posted.status, posted.body.code]).toEqual([422, 'file_infected']);
  const localTime = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  const body = { channelId: channel._id, content: 'Demain', localTime, zone: 'Europe/Paris', nonce: randomUUID() };
  const schedule = (some: FileToSend[]) => (camille as Person).call(api.scheduled.create, { body, files: some });
  const scheduled = await schedule(files);
  expect([scheduled.status, scheduled.body.code]).toEqual([422, 'file_infected']);
  await nothingMoreThan(before);
  expect((await schedule([file('plan.txt')])).status).toBe(201);
});

it.each<[string, () => unknown]>([
  ['away', () => clamd.close()],
  ['cut off in the middle', () => (clamd.manner = 'cuts')],
  ['failing', () => (clamd.manner = { says: "stream: Can't allocate memory ERROR\0" })],
  ['answering nonsense', () => (clamd.manner = { says: 'HTTP/1.1 400 Bad Request\r\n\r\n\0' })],
  ['answering without an end', () => (clamd.manner = { says: 'stream: OK'.repeat(1_000) })],
  ['answering half a line', () => (clamd.manner = { says: 'stream: O' })],
])(
  'With a scanner that is %s, files are refused for a moment and nothing is kept, while messages without files leave',
  async (_how, breakIt) => {
    onTestFinished(async () => {
      await clamd.close();
      await clamd.open();
    });
    const before = await kept();
    await breakIt();
    const { status, body, headers } = await send(camille, [file('plan.txt')]);
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'scan_unavailable', '5']);
    expect(body.message).toMatch(/^Les fichiers ne peuvent pas être vérifiés pour le moment\./);
    await nothingMoreThan(before);
    expect((await post(camille as Person, channel as never, 'Sans fichier')).content).toBe('Sans fichier');
    clamd.manner = 'scans';
    await clamd.close();
    await clamd.open();
    expect((await send(camille, [file('plan.txt')])).status).toBe(201);
  },
);

it('A scan that takes too long is given up, its connection too, and nothing is kept', async () => {
  const late = new AbortController();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => (ms === scanWithinMs ? late.signal : timeout(ms)));
  onTestFinished(() => void vi.restoreAllMocks());
  const before = await kept();
  clamd.manner = 'hangs';
  const sending = [send(camille, [file('plan.txt')]), send(camille, [file('en attente.txt')])];
  await vi.waitFor(() => expect(clamd.underWay).toBe(1));
  await vi.waitFor(() => expect(AbortSignal.timeout).toHaveBeenCalledTimes(2));
  late.abort(new Error('late'));
  for (const { status, body } of await Promise.all(sending))
    expect([status, body.code]).toEqual([503, 'scan_unavailable']);
  await vi.waitFor(() => expect(clamd.underWay).toBe(0));
  await nothingMoreThan(before);
});

it('A sender who leaves is scanned for no longer', async () => {
  const before = await kept();
  clamd.manner = 'hangs';
  const leaving = new AbortController();
  const form = new FormData();
  form.append('channelId', channel._id);
  form.append('fileAttachments', new Blob(['Le plan']), 'plan.txt');
  const headers = { authorization: `Bearer ${camille?.token}` };
  const sending = fetch(`${palabre.url}/api/message`, {
    ...{ method: 'POST', headers, body: form, signal: leaving.signal },
  });
  await vi.waitFor(() => expect(clamd.underWay).toBe(1));
  leaving.abort();
  await expect(sending).rejects.toThrow();
  await vi.waitFor(() => expect(clamd.underWay).toBe(0));
  await nothingMoreThan(before);
});

it('A file longer than the scanner takes is refused by its name, and nothing is kept', async () => {
  clamd.streamMaxLength = 1_000_000;
  const before = await kept();
  const { status, body } = await send(camille, [file('film.mp4', Buffer.alloc(4_000_000))]);
  expect([status, body.code]).toEqual([413, 'file_too_large_to_scan']);
  expect(body.message).toContain('film.mp4');
  // Clamd's answer about a file that it has scanned only in part.
  clamd.manner = { says: 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0' };
  expect((await send(camille, [file('film.mp4')])).body.code).toBe('file_too_large_to_scan');
  await nothingMoreThan(before);
});

it('Files of one person are scanned one at a time and four of all at once, so that those of others do not wait', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => palabre.register()));
  const { welcome } = await gather(camille as Person, karim as Person, ...others);
  const release = clamd.hold();
  onTestFinished(release);
  clamd.atOnce = 0;
  const sendThere = (person: Person, name: string) =>
    person.call(api.messages.send, { body: { channelId: welcome._id }, files: [file(name)] });
  const flood = Array.from({ length: 8 }, (_, n) => sendThere(camille as Person, `${n}.txt`));
  await vi.waitFor(() => expect(clamd.underWay).toBe(1));
  const one = sendThere(karim as Person, 'de Karim.txt');
  await vi.waitFor(() => expect(clamd.underWay).toBe(2));
  const more = others.map(person => sendThere(person, 'autre.txt'));
  await vi.waitFor(() => expect(clamd.underWay).toBe(4));
  release();
  for (const { status } of await Promise.all([...flood, one, ...more])) expect(status).toBe(201);
  expect([clamd.atOnce, clamd.underWay]).toEqual([4, 0]);
});

it('A picture of a person is made anew of its pixels, and asks the scanner nothing', async () => {
  const scans = clamd.scanned.length;
  const image = { bytes: await picture(90, 60).png().toBuffer(), name: 'moi.png' };
  const { user } = await (camille as Person).ok(api.accounts.update, {
    params: { id: camille?.id ?? '' },
    body: {},
    image,
  });
  expect([typeof user.avatar, clamd.scanned.length]).toEqual(['string', scans]);
});

it('Scans are counted by what came of them', async () => {
  vi.spyOn(palabre.services.logger, 'warn').mockImplementation(() => {});
  clamd.streamMaxLength = 1_000_000;
  onTestFinished(() => void vi.restoreAllMocks());
  const grown = await countFromNow(palabre.url);
  for (const one of [file('plan.txt'), infected, file('film.mp4', Buffer.alloc(4_000_000))]) await send(camille, [one]);
  clamd.manner = { says: 'stream: ERROR\0' };
  await send(camille, [file('plan.txt')]);
  const counted = Object.entries(await grown()).filter(([name]) => name.startsWith('palabre_scan_seconds_count'));
  const outcomes = ['clean', 'infected', 'too_large', 'failed'];
  expect(Object.fromEntries(counted)).toEqual(
    Object.fromEntries(outcomes.map(outcome => [`palabre_scan_seconds_count{outcome="${outcome}"}`, 1])),
  );
});
