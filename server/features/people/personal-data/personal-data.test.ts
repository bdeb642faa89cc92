import { api } from '@palabre/common/contract/index.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { inAnHour } from '../../../test/people/later.ts';
import { reply } from '../../../test/people/repliers.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { createWorkspace, post } from '../../../test/people/world.ts';
import { picture } from '../../../test/picture.ts';
import { unzip } from '../../../test/unzip.ts';

let palabre: Palabre;
let camille: Person;
let karim: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register({ firstName: 'Camille', lastName: 'Moreau' });
  karim = await palabre.register({ firstName: 'Karim', lastName: '<b>Benali' });
});

const ask = (person: Person) =>
  fetch(`${palabre.url}/api/user/me/export`, { headers: { authorization: `Bearer ${person.token}` } });

async function exportOf(
  person: Person,
  asked = ask(person),
): Promise<{ files: Map<string, Buffer>; json: (name: string) => unknown; all: string }> {
  const reply = await asked;
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzip(Buffer.from(await reply.arrayBuffer()));
  const json = (name: string) => JSON.parse(files.get(`${name}.json`)?.toString() ?? '');
  return { files, json, all: [...files.values()].map(bytes => bytes.toString()).join('\n') };
}

test('An export holds a person’s profile, places, messages with their files, reactions and inbox', async () => {
  const team = await gather(camille, karim);
  const { user } = await karim.ok(api.accounts.update, {
    params: { id: karim.id },
    body: {},
    image: { bytes: await picture() },
  });
  expect(user.avatar).not.toBeNull();
  const mine = await post(karim, team.welcome, 'La charpente est <posée>.');
  const gone = await post(karim, team.welcome, 'Un mot de trop');
  await karim.ok(api.messages.remove, { params: { id: gone._id } });
  const { message: attached } = await karim.ok(api.messages.send, {
    body: { channelId: team.welcome._id, content: '' },
    files: [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }],
  });
  const theirs = await post(camille, team.welcome, 'Le mot de Camille');
  // A reply also shown in the channel is exported once.
  const answer = await reply(karim, theirs, 'réponse', { alsoInPlace: true });
  await camille.ok(api.reactions.add, { params: { id: theirs._id }, body: { reaction: '🎉' } });
  await karim.ok(api.reactions.add, { params: { id: theirs._id }, body: { reaction: '👍' } });
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/secret',
    // Keys from the example of RFC 8291.
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  await karim.ok(api.push.subscribe, { body: { ...subscription, detail: 'name' } });
  const { files, json, all } = await exportOf(karim);
  expect(json('profil')).toMatchObject({ _id: karim.id, firstName: 'Karim', email: karim.user.email });
  expect(json('workspaces')).toMatchObject([{ title: 'Chantier', owner: false }]);
  expect(json('sessions')).toMatchObject([{ pushes: { detail: 'name', lastSuccessAt: null } }]);
  for (const secret of Object.values(subscription)) expect(all).not.toContain(secret);
  expect(json('messages')).toMatchObject([
    { _id: mine._id, content: 'La charpente est <posée>.', place: 'général', workspace: 'Chantier', thread: null },
    { _id: attached._id, files: [{ name: 'devis.txt' }] },
    { _id: answer._id, place: 'général', workspace: 'Chantier', thread: theirs._id },
  ]);
  expect(json('reactions')).toMatchObject([{ message: theirs._id, reactions: ['👍'] }]);
  const file = attached.fileAttachments[0];
  expect(files.get(`fichiers/${file?._id}/devis.txt`)?.toString()).toBe('Le devis');
  expect(files.get('index.html')?.toString()).toContain('Karim');
  const page = files.get('messages.html')?.toString();
  for (const said of ['La charpente est &lt;posée&gt;.', `<a href="fichiers/${file?._id}/devis.txt">devis.txt</a>`])
    expect(page).toContain(said);
  expect(page?.split('dans un fil')).toHaveLength(2);
  expect(page).not.toContain('Message effacé');
  expect(files.get('fichiers/avatar.webp')?.length).toBeGreaterThan(0);
  expect(files.get('index.html')?.toString()).not.toContain('<b>Benali');
  for (const secret of ['argon2', 'Le mot de Camille', camille.user.email, karim.token ?? ''])
    expect(all).not.toContain(secret);
});

test('An export holds what a person has scheduled, where it cannot go any more too', async () => {
  const person = await palabre.register();
  const team = await gather(camille, person);
  const message = await post(camille, team.welcome, 'Le mot de Camille');
  const at = { ...inAnHour(), zone: 'UTC' };
  const body = { channelId: team.welcome._id, content: 'Bonjour <à tous>.', ...at, nonce: newId() };
  const devis = [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }];
  const { scheduled } = await person.ok(api.scheduled.create, { body, files: devis });
  await person.ok(api.scheduled.remind, { params: { id: message._id }, body: { ...at, nonce: newId() } });
  const { files, json } = await exportOf(person);
  expect(json('messages-programmes')).toMatchObject([
    { content: 'Bonjour <à tous>.', place: 'général', workspace: 'Chantier', ...at, isReminder: false },
    { content: '', place: 'général', isReminder: true },
  ]);
  expect(files.get(`fichiers/${scheduled.fileAttachments[0]?._id}/devis.txt`)?.toString()).toBe('Le devis');
  for (const said of ['Bonjour &lt;à tous&gt;.', 'Chantier · général · Rappel d’un message'])
    expect(files.get('index.html')?.toString()).toContain(said);
  await person.ok(api.workspaces.leave, { params: team.params });
  const after = await exportOf(person);
  expect(after.json('messages-programmes')).toMatchObject([
    { content: 'Bonjour <à tous>.', place: null, workspace: null },
    { place: null },
  ]);
  expect(after.all).not.toContain('Le mot de Camille');
});

test('An export holds nothing of a place that the person may no longer read', async () => {
  const [person, other] = [await palabre.register(), await palabre.register({ firstName: 'Yann' })];
  const team = await gather(camille, person);
  await post(person, team.welcome, 'canari-du-salon-quitté');
  const theirs = await post(camille, team.welcome, 'canari-d’un-autre');
  await person.ok(api.reactions.add, { params: { id: theirs._id }, body: { reaction: '👍' } });
  await person.ok(api.unread.setLevel, { body: { channelId: team.welcome._id, muted: true } });
  const { workspace, welcome } = await createWorkspace(camille, { title: 'Bureau' });
  await person.ok(api.workspaces.join, { params: { id: workspace._id } });
  const shut = { title: 'quitté-des-autres', workspaceId: workspace._id };
  const { channel } = await camille.ok(api.channels.create, { body: shut });
  for (const place of [channel, welcome]) await post(person, place, `canari de ${place.title}`);
  await camille.ok(api.channels.update, { params: { id: channel._id }, body: { visibility: 'private' } });
  const three = await talk(camille, person, other);
  await write(person, three, 'canari-de-la-conversation-quittée');
  const group = await talk(person, camille, other);
  await person.ok(api.conversations.rename, { params: { id: group._id }, body: { title: 'Le bureau' } });
  const pair = await talk(person, other);
  await write(person, pair, 'canari-gardé');
  await write(other, pair, 'canari-d’un-autre');
  await person.ok(api.workspaces.leave, { params: team.params });
  await person.ok(api.conversations.leave, { params: { id: three._id } });
  const { all, json } = await exportOf(person);
  for (const word of ['canari-gardé', `canari de ${welcome.title}`]) expect(all).toContain(word);
  for (const word of ['quitté', 'd’un-autre', 'Chantier', team.id]) expect(all).not.toContain(word);
  expect([json('reactions'), (json('reglages') as { places: unknown }).places]).toEqual([[], []]);
  const conversations = json('conversations') as { name: string; people: string[] }[];
  expect(conversations).toHaveLength(2);
  expect(conversations).toEqual(
    expect.arrayContaining([
      { name: 'Le bureau', people: expect.arrayContaining(['Camille Moreau', 'Yann Moreau']) },
      { name: 'Camille Moreau, Yann Moreau', people: ['Camille Moreau', 'Yann Moreau'] },
    ]),
  );
});

test('An export is whole, but for a file whose bytes are gone', async () => {
  const person = await palabre.register();
  const { welcome } = await gather(person);
  const files = ['un', 'deux'].map(name => ({ bytes: Buffer.from(name), name: `${name}.txt` }));
  const { message } = await person.ok(api.messages.send, { body: { channelId: welcome._id, content: '' }, files });
  const [gone, kept] = message.fileAttachments.map(({ _id, name }) => ({
    id: _id,
    path: `fichiers/${_id}/.._${name}`,
  }));
  await palabre.services.storage.remove(gone?.id ?? '');
  // A file name cannot lead out of its folder.
  await palabre.services.database.pool.query(
    `UPDATE messages SET files = replace(files::text, '"name": "', '"name": "../')::jsonb WHERE sender_id = $1`,
    [person.id],
  );
  const exported = await exportOf(person);
  expect([gone, kept].map(one => exported.files.get(one?.path ?? '')?.toString())).toEqual(['', 'deux']);
});

test('An export of which a part cannot be read is cut short, the log says why, and the next one is whole', async () => {
  const person = await palabre.register();
  const { database, logger } = palabre.services;
  const warned = vi.spyOn(logger, 'warn');
  await database.pool.query('ALTER TABLE reports RENAME TO elsewhere');
  onTestFinished(async () => {
    warned.mockRestore();
    await database.pool.query('ALTER TABLE IF EXISTS elsewhere RENAME TO reports');
  });
  const asked = await ask(person);
  const end = asked.arrayBuffer().then(
    () => 'whole',
    () => 'cut short',
  );
  expect([asked.status, await end]).toEqual([200, 'cut short']);
  expect(warned.mock.calls).toContainEqual([{ err: expect.any(Error) }, 'export cut short']);
  await database.pool.query('ALTER TABLE elsewhere RENAME TO reports');
  await vi.waitFor(async () => expect((await exportOf(person)).json('signalements')).toEqual([]));
});

test('An export is cut, and the log says why, while the storage of its files is away', async () => {
  const person = await palabre.register();
  const { welcome } = await gather(person);
  const files = [{ bytes: Buffer.from('Le plan'), name: 'plan.txt' }];
  await person.ok(api.messages.send, { body: { channelId: welcome._id, content: '' }, files });
  const lines = logOf(palabre);
  const reading = vi.spyOn(palabre.services.storage, 'read');
  onTestFinished(() => reading.mockRestore());
  reading.mockRejectedValueOnce(new AppError('storage_unavailable'));
  await expect(ask(person).then(reply => reply.arrayBuffer())).rejects.toThrow();
  expect(linesOf(lines, 'export cut short')).toMatchObject([{ level: 40, err: { code: 'storage_unavailable' } }]);
  expect((await exportOf(person)).all).toContain('Le plan');
});

test('An export asks for a session’s header, not the cookie alone', async () => {
  const reply = await fetch(`${palabre.url}/api/user/me/export`, { headers: { cookie: `token=${karim.token}` } });
  expect([reply.status, (await reply.json()).code]).toEqual([401, 'unauthorized']);
});

test('Exports of a person are made one at a time, and an abandoned one makes room', async () => {
  const person = await palabre.register();
  const team = await gather(person);
  await person.ok(api.messages.send, {
    body: { channelId: team.welcome._id, content: '' },
    files: [{ bytes: await picture(), name: 'photo.png' }],
  });
  const { storage } = palabre.services;
  const { read } = storage;
  // Holds the first export until the second has its answer.
  let goOn = () => {};
  const held = new Promise<void>(resolve => {
    goOn = resolve;
  });
  const reading = vi.spyOn(storage, 'read').mockImplementation((...asked) => held.then(() => read(...asked)));
  const first = await ask(person);
  const second = await ask(person);
  expect([first.status, second.status]).toEqual([200, 429]);
  goOn();
  await Promise.all([first.arrayBuffer(), second.arrayBuffer()]);
  reading.mockRestore();
  const left = new AbortController();
  await fetch(`${palabre.url}/api/user/me/export`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: left.signal,
  });
  left.abort();
  await vi.waitFor(async () => {
    const again = await ask(person);
    await again.arrayBuffer();
    expect(again.status).toBe(200);
  });
});

const prepared = async (person: Person) => (await person.ok(api.personalData.prepared)).export;
const download = (person: Person, url: string | null | undefined, init?: RequestInit) =>
  fetch(palabre.url + url, { headers: { cookie: `token=${person.token}` }, ...init });

/** Has an export made, and waits for it. */
async function prepare(person: Person) {
  await person.ok(api.personalData.prepare);
  await expect.poll(async () => (await prepared(person))?.state).toBe('ready');
  return (await prepared(person)) ?? expect.fail('none');
}

test('An export made by a job is told of in the inbox, and is the same zip', async () => {
  const person = await palabre.register({ firstName: 'Hélène' });
  const team = await gather(person);
  await post(person, team.welcome, 'Les plans du rez-de-chaussée');
  expect(await prepared(person)).toBeNull();
  const events = await person.connect();
  const adding = vi.spyOn(palabre.services.jobs, 'add');
  const { message, export: asked } = await person.ok(api.personalData.prepare);
  // A person waits for this job, which goes before those of strangers.
  const payload = { userId: person.id, id: expect.any(String) };
  const keeping = expect.objectContaining({ whom: 'known', attempts: 5 });
  expect(adding.mock.calls).toContainEqual(['personal-data.export', payload, keeping]);
  adding.mockRestore();
  expect([message, asked]).toMatchObject([
    'Votre export est en préparation.',
    { state: 'making', url: null, size: null },
  ]);
  expect(await events.next('updateExport')).toEqual({ _id: person.id, export: asked });
  const told = await events.next('updateExport', undefined, waitTimeoutMs);
  expect(told.export).toMatchObject({ state: 'ready', askedAt: asked.askedAt });
  expect(await prepared(person)).toEqual(told.export);
  expect(await events.next('newNotification')).toMatchObject({
    content: 'L’export de vos données est prêt.',
    link: '/settings/profile#export',
    actor: null,
    isRead: false,
  });
  const { url, size, readyAt, until } = told.export;
  expect(Date.parse(until ?? '') - Date.parse(readyAt ?? '')).toBeCloseTo(24 * 3_600_000, -5);
  const reply = await download(person, url);
  expect([reply.headers.get('content-length'), reply.headers.get('cache-control')]).toEqual([
    `${size}`,
    'private, no-store',
  ]);
  const { json } = await exportOf(person, Promise.resolve(reply));
  expect(json('messages')).toMatchObject([{ content: 'Les plans du rez-de-chaussée' }]);
});

test('A prepared export is downloaded by its person alone, until it expires', async () => {
  const person = await palabre.register();
  const { url } = await prepare(person);
  const { pool } = palabre.services.database;
  const administrator = await palabre.register();
  await pool.query('UPDATE users SET admin = true WHERE id = $1', [administrator.id]);
  for (const other of [karim, administrator]) expect((await download(other, url)).status).toBe(404);
  expect((await fetch(palabre.url + url)).status).toBe(401);
  const [first, second] = await Promise.all([download(person, url), download(person, url, { method: 'HEAD' })]);
  expect([first.status, second.status]).toEqual([200, 200]);
  await Promise.all([first.arrayBuffer(), second.arrayBuffer()]);
  await pool.query(`UPDATE files SET private_until = now() - interval '1 second' WHERE owner_id = $1`, [person.id]);
  expect((await download(person, url)).status).toBe(404);
  expect(await prepared(person)).toBeNull();
});

/** Tells whether the bytes of an export are still stored. */
const isKept = (url: string | null) =>
  palabre.services.storage.read(url?.split('/')[3] ?? '').then(
    bytes => Boolean(bytes.destroy()),
    () => false,
  );

test('The bytes of a prepared export are deleted when it expires, is replaced, or loses its person', async () => {
  const [late, again, gone] = [await palabre.register(), await palabre.register(), await palabre.register()];
  const urls: (string | null)[] = [];
  for (const person of [late, again, gone]) urls.push((await prepare(person)).url);
  await palabre.services.database.pool.query('UPDATE files SET private_until = now() WHERE owner_id = $1', [late.id]);
  const other = await prepare(await palabre.register());
  const second = await prepare(again);
  await gone.ok(api.accounts.remove, { params: { id: gone.id }, body: {} });
  expect(await Promise.all(urls.map(isKept))).toEqual([true, true, true]);
  await palabre.jobs.now('personal-data.sweep');
  await expect.poll(() => Promise.all(urls.map(isKept)), { timeout: 8_000 }).toEqual([false, false, false]);
  expect(await Promise.all([other, second].map(({ url }) => isKept(url)))).toEqual([true, true]);
});

test('An export under way is not started twice, and one that fails says so after some tries', async () => {
  const person = await palabre.register();
  const replies = await Promise.all([person.call(api.personalData.prepare), person.call(api.personalData.prepare)]);
  expect(replies.map(({ status }) => status).filter(status => status === 200 || status === 201).length).toBeGreaterThan(
    0,
  );
  await expect.poll(async () => (await prepared(person))?.state).toBe('ready');
  const events = await person.connect();
  const { drafts } = palabre.services.storage;
  const receive = drafts.receive.bind(drafts);
  drafts.receive = () => Promise.reject(new Error('no room'));
  await palabre.services.database.pool.query(
    `INSERT INTO exports (user_id, id, language, state, tries, asked_at) VALUES ($1, gen_random_uuid(), 'fr', 'making', 4, now())
     ON CONFLICT (user_id) DO UPDATE SET state = 'making', tries = 4`,
    [person.id],
  );
  expect((await person.call(api.personalData.prepare)).body).toMatchObject({ code: 'export_in_progress' });
  const { rows } = await palabre.services.database.pool.query('SELECT id FROM exports WHERE user_id = $1', [person.id]);
  // The fifth try is the last, whatever the job queue's own attempts.
  await palabre.jobs.add('personal-data.export', { userId: person.id, id: rows[0].id }, { attempts: 1 });
  const failed = await events.next('updateExport', ({ export: told }) => told?.state === 'failed');
  expect(failed).toMatchObject({ export: { url: null } });
  expect(await events.next('updateNotification')).toMatchObject({
    ...{ content: 'L’export de vos données a échoué. Réessayez.', link: '/settings/profile#export', isRead: false },
  });
  drafts.receive = receive;
  expect((await prepare(person)).state).toBe('ready');
  // The next export has all of its tries.
  const { rows: tried } = await palabre.services.database.pool.query('SELECT tries FROM exports WHERE user_id = $1', [
    person.id,
  ]);
  expect(tried).toEqual([{ tries: 1 }]);
});
