import { setImmediate as nextTurn } from 'node:timers/promises';
import { api } from '@palabre/common/contract/index.ts';
import type { SettingName } from '@palabre/common/contract/running/settings.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../../platform/postgres/db.ts';
import type { Cluster } from '../../../platform/processes/cluster.ts';
import { Settings } from '../../../platform/settings/settings.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { codeSentTo, mailsTo } from '../../../test/outbox.ts';
import { inviteByMail } from '../../../test/people/invited.ts';
import { createWorkspace } from '../../../test/people/world.ts';
import { picture } from '../../../test/picture.ts';

let palabre: Palabre;
let administrator: Person;
let other: Person;
let karim: Person;

type Change = Omit<
  NonNullable<Parameters<typeof administrator.call<typeof api.settings.change>>[1]>['body'],
  'version'
>;

beforeAll(async () => {
  palabre = await startPalabre({ env: { SUPPORT_EMAIL: 'exploitant@exemple.fr' } });
  [administrator, other, karim] = [
    await palabre.register(),
    await palabre.register({ firstName: 'Agathe' }),
    await palabre.register({ firstName: 'Karim' }),
  ];
  for (const person of [administrator, other]) await palabre.makeAdministrator(person);
});

const readVersion = async () => (await administrator.ok(api.settings.read)).version;
const set = async (changes: Change) =>
  administrator.ok(api.settings.change, { body: { version: await readVersion(), ...changes } });
const refusedOf = async (changes: Change) => {
  const { status, body } = await administrator.call(api.settings.change, {
    body: { version: await readVersion(), ...changes },
  });
  return [status, body.code];
};
const shown = async () => (await palabre.nobody.ok(api.settings.shown)).settings;

type Rows = { name: string; value: unknown; version: number }[];

/** Creates one process's settings beside others; the test answers its database reads, in order. */
function beside() {
  const reads: ((rows: Rows) => void)[] = [];
  const execute = () => new Promise<Rows>(resolve => reads.push(resolve));
  const kysely = { selectFrom: () => ({ select: () => ({ execute }) }) } as unknown as Db;
  const heard = { missed: () => {}, changed: () => {} };
  const cluster = {
    ...{ connected: true, ask: async () => {} },
    on: (_name: string, changed: () => void) => void Object.assign(heard, { changed }),
    onMissed: (missed: () => void) => void Object.assign(heard, { missed }),
  };
  const settings = new Settings(
    { kysely },
    { publicUrl: 'https://exemple.fr', supportEmail: undefined },
    cluster as unknown as Cluster,
  );
  /** Answers the reads so far. */
  const answer = async (name: string) => {
    for (const read of reads.splice(0)) read([{ name: 'name', value: name, version: 1 }]);
    await nextTurn();
  };
  return { settings, reads, heard, answer };
}

/** Takes every setting back. */
beforeEach(async () => {
  const { settings } = await administrator.ok(api.settings.read);
  const given = Object.entries(settings).flatMap(([name, value]) => (value === null ? [] : [[name, null]]));
  if (given.length > 0) await set(Object.fromEntries(given));
});

describe('settings', () => {
  it('that nobody has chosen are those of Palabre, for whoever has no session too', async () => {
    expect(await shown()).toEqual({
      ...{ name: null, logo: null, palette: null, legalNotice: null, links: [], language: null, autoDeleteDays: null },
      idleSessionDays: null,
      ...{ supportEmail: 'exploitant@exemple.fr', workspaceMakers: 'everybody', societyMakers: 'everybody' },
      fileBytes: 52_428_800,
    });
  });

  it('are chosen by administrators, told to everybody at once, and taken back', async () => {
    const ears = await karim.connect();
    const links = [{ label: 'Charte', url: 'https://exemple.fr/charte' }];
    await set({ name: ' Atelier Tilleul ', accent: '#7A1F5C', supportEmail: 'Aide@exemple.fr', links });
    const expected = { name: 'Atelier Tilleul', supportEmail: 'aide@exemple.fr', links };
    expect((await ears.next('updateSettings')).settings).toMatchObject(expected);
    const { palette, ...rest } = await shown();
    expect(rest).toMatchObject(expected);
    expect(palette?.light.brand).toBe('#7a1f5c');
    expect(await palabre.nobody.ok(api.personalData.contact)).toEqual({ supportEmail: 'aide@exemple.fr' });
    await set({ name: null, accent: null, supportEmail: null, links: null });
    expect(await shown()).toMatchObject({
      name: null,
      palette: null,
      supportEmail: 'exploitant@exemple.fr',
      links: [],
    });
  });

  it('are read and changed by administrators alone', async () => {
    for (const [endpoint, input] of [
      [api.settings.read, {}],
      [api.settings.history, {}],
      [api.settings.change, { body: { version: 0, name: 'Rien' } }],
    ] as const)
      expect((await karim.raw(endpoint.method, `/api${endpoint.path}`, input)).status).toBe(404);
  });

  it.each([
    ['a colour on which nothing is read', { accent: '#ffd400' }, 'accent_contrast'],
    ['a colour that is none', { accent: 'vert' }, 'invalid_input'],
    ['a blank name', { name: '   ' }, 'invalid_input'],
    ['a name on two lines', { name: 'Atelier\nTilleul' }, 'invalid_input'],
    ['a name that is too long', { name: 'a'.repeat(61) }, 'invalid_input'],
    ['a link to a script', { links: [{ label: 'Ici', url: 'javascript:alert(1)' }] }, 'invalid_input'],
    ['a link in clear', { links: [{ label: 'Ici', url: 'http://exemple.fr' }] }, 'invalid_input'],
    ['six links', { links: Array(6).fill({ label: 'Ici', url: 'https://exemple.fr' }) }, 'invalid_input'],
    ['files beyond the bound of Palabre', { fileBytes: 52_428_801 }, 'invalid_input'],
    ['sessions that end at once', { idleSessionDays: 0 }, 'invalid_input'],
    ['sessions unused for longer than one lasts', { idleSessionDays: 31 }, 'invalid_input'],
    ['a half day without use', { idleSessionDays: 0.5 }, 'invalid_input'],
    ['an address that is none', { supportEmail: 'aide' }, 'invalid_input'],
    ['a logo by its path', { logo: '/api/settings/logo/x' as never }, 'invalid_input'],
  ])('refuse %s', async (_what, changes, code) => {
    expect(await refusedOf(changes as Change)).toEqual([400, code]);
  });

  it('of two administrators at once lose nothing: one is refused the same setting, both change others', async () => {
    const version = await readVersion();
    await administrator.ok(api.settings.change, { body: { version, name: 'Atelier Tilleul' } });
    await other.ok(api.settings.change, { body: { version, legalNotice: 'Édité à Nantes.' } });
    const { status, body } = await other.call(api.settings.change, { body: { version, name: 'Atelier Orme' } });
    expect([status, body.code]).toEqual([409, 'settings_changed']);
    expect(await shown()).toMatchObject({ name: 'Atelier Tilleul', legalNotice: 'Édité à Nantes.' });
    const both = await Promise.all(
      [administrator, other].map(async (person, n) =>
        person.call(api.settings.change, { body: { version: version + 2, language: n === 0 ? 'en' : 'fr' } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    // However long the other request takes.
    const now = await readVersion();
    const held = await holdLock(
      palabre,
      `INSERT INTO settings (name, value, version) VALUES ('fileBytes', '2000000', $1)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version`,
      [now + 1],
    );
    const late = other.call(api.settings.change, { body: { version: now, fileBytes: 3_000_000 } });
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('COMMIT');
    expect((await late).body.code).toBe('settings_changed');
  });

  it('keep their history by page, each change in the journal; what is not changed leaves no line', async () => {
    await set({ name: 'Un' });
    const { version } = await set({ name: 'Deux', legalNotice: 'x'.repeat(4_000) });
    expect(version).toBe(await readVersion());
    expect((await set({ name: 'Deux' })).version).toBe(version);
    const query = { name: 'name' as SettingName, limit: 1 };
    const first = await administrator.ok(api.settings.history, { query });
    expect(first.changes).toMatchObject([
      { name: 'name', before: '"Un"', after: '"Deux"', by: { _id: administrator.id, firstName: 'Camille' } },
    ]);
    expect(Math.abs(Date.now() - Date.parse(first.changes[0]?.createdAt ?? ''))).toBeLessThan(3_600_000);
    const second = await administrator.ok(api.settings.history, {
      query: { ...query, cursor: first.nextCursor ?? '' },
    });
    expect(second.changes).toMatchObject([{ before: null, after: '"Un"' }]);
    // A person who has left is no longer named.
    const gone = await palabre.register();
    await palabre.makeAdministrator(gone);
    await gone.ok(api.settings.change, { body: { version: await readVersion(), legalNotice: null } });
    await gone.ok(api.accounts.remove, { params: { id: gone.id }, body: {} });
    const { changes } = await administrator.ok(api.settings.history, { query: { name: 'legalNotice', limit: 2 } });
    expect(changes.map(({ before, after, by }) => [before?.length, after?.length, by?._id])).toEqual([
      [300, undefined, undefined],
      [undefined, 300, administrator.id],
    ]);
    const { entries } = await administrator.ok(api.audit.list, { query: { action: 'settings_updated', limit: 3 } });
    expect(entries.map(entry => entry.changes.toSorted())).toEqual([
      ['legalNotice'],
      ['legalNotice', 'name'],
      ['name'],
    ]);
  });
});

describe('settings of one process among others', () => {
  it('are not those of a read that began before a change, and the change waits for its own', async () => {
    const { settings, reads, answer } = beside();
    const early = settings.read();
    const [late] = reads.splice(0);
    let isOver = false;
    const changed = settings.changed().then(() => {
      isOver = true;
    });
    await nextTurn();
    expect(isOver).toBe(false);
    await answer('Après');
    await changed;
    late?.([{ name: 'name', value: 'Avant', version: 1 }]);
    await early;
    expect([(await settings.shown()).name, settings.sender().name]).toEqual(['Après', 'Après']);
  });

  it('are read again once another has changed them, or events of it were missed', async () => {
    const { settings, heard, answer } = beside();
    void settings.read();
    await answer('Un');
    heard.changed();
    await answer('Deux');
    expect((await settings.shown()).name).toBe('Deux');
    heard.missed();
    await answer('Trois');
    expect((await settings.shown()).name).toBe('Trois');
  });
});

describe('the logo', () => {
  const send = async (bytes: Uint8Array, version?: number) =>
    administrator.call(api.settings.changeLogo, {
      body: { version: version ?? (await readVersion()) },
      image: { bytes },
    });
  const filesKept = async () => {
    const { storage, database } = palabre.services;
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM files');
    const stored: string[] = [];
    for await (const { key } of storage.list()) stored.push(key);
    return [stored.toSorted(), rows.map(({ id }) => id).toSorted()];
  };
  const get = (path: string | null) => fetch(palabre.url + path);

  it('is a small square picture that the server makes, shown to anybody until another takes its place', async () => {
    expect((await send(await picture(900, 600))).status).toBe(200);
    const { logo } = await shown();
    const answer = await get(logo);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const first = Buffer.from(await answer.arrayBuffer());
    expect([answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')]).toEqual([
      'public, max-age=31536000, immutable',
      'nosniff',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    await send(await picture());
    expect((await get(logo)).status).toBe(404);
    const next = (await shown()).logo;
    const second = await get(next);
    expect([second.status, Buffer.from(await second.arrayBuffer()).equals(first)]).toEqual([200, false]);
    await set({ logo: null });
    expect([(await shown()).logo, (await get(next)).status]).toEqual([null, 404]);
  });

  it('leaves no file behind when another takes its place, when it is taken back, and when it is refused', async () => {
    await vi.waitFor(async () => expect(await filesKept()).toEqual([[], []]), eventWaitTimeoutMs);
    expect((await send(await picture())).status).toBe(200);
    const { logo } = await shown();
    const id = logo?.split('/').at(-1);
    expect(await filesKept()).toEqual([[id], [id]]);
    expect((await send(await picture(), 0)).body.code).toBe('settings_changed');
    const inserting = vi.spyOn(palabre.services.database.kysely, 'insertInto').mockImplementationOnce(() => {
      throw new Error('away');
    });
    expect((await send(await picture())).status).toBe(500);
    inserting.mockRestore();
    await vi.waitFor(async () => expect(await filesKept()).toEqual([[id], [id]]), eventWaitTimeoutMs);
    await set({ logo: null });
    await vi.waitFor(async () => expect(await filesKept()).toEqual([[], []]), eventWaitTimeoutMs);
  });

  it('and what the sign-in page shows may be asked for by anybody so many times a minute', async () => {
    await send(await picture());
    const { logo } = await shown();
    const spending = vi.spyOn(palabre.services.limits, 'spend');
    await shown();
    await get(logo);
    const spent = spending.mock.calls.map(([name]) => name);
    spending.mockRestore();
    expect(spent).toEqual(['settings', 'settings']);
  });

  it('is read again after a storage that did not answer', async () => {
    await send(await picture());
    const { logo } = await shown();
    const reading = vi.spyOn(palabre.services.storage, 'read').mockRejectedValueOnce(new Error('away'));
    expect([(await get(logo)).status, (await get(logo)).status, (await get(logo)).status]).toEqual([500, 200, 200]);
    // The third answer comes from memory.
    expect(reading).toHaveBeenCalledTimes(2);
    reading.mockRestore();
  });

  it('is no drawing in SVG, no text and not nothing', async () => {
    for (const bytes of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'une image', '']) {
      const { status, body } = await send(Buffer.from(bytes));
      expect([status, body.code]).toEqual([400, 'invalid_image']);
    }
    const { status, body } = await administrator.call(api.settings.changeLogo, {
      body: { version: await readVersion() },
    });
    expect([status, body.code]).toEqual([400, 'invalid_image']);
  });

  it('of another record is not served by its path', async () => {
    const { workspace } = await createWorkspace(karim, { title: 'Orme' });
    const { workspace: changed } = await karim.ok(api.workspaces.update, {
      params: { id: workspace._id },
      body: {},
      image: { bytes: await picture() },
    });
    const id = changed.logo?.split('/')[3];
    expect((await get(`/api/settings/logo/${id}`)).status).toBe(404);
  });
});

describe('where settings hold', () => {
  it('administrators alone make workspaces and societies where they chose so', async () => {
    await set({ workspaceMakers: 'administrators', societyMakers: 'administrators' });
    const made = async (person: Person) => {
      const replies = [
        await person.call(api.workspaces.create, { body: { title: 'Chantier' } }),
        await person.call(api.societies.create, { body: { name: 'Atelier' } }),
      ];
      return replies.map(({ status, body }) => [status, body.code]);
    };
    expect(await made(karim)).toEqual([
      [403, 'workspaces_by_administrators'],
      [403, 'societies_by_administrators'],
    ]);
    expect((await made(administrator)).map(([status]) => status)).toEqual([201, 201]);
    await set({ workspaceMakers: null, societyMakers: null });
    expect((await made(karim)).map(([status]) => status)).toEqual([201, 201]);
  });

  it('a file over the limit is refused with the limit; the bound of Palabre says its own', async () => {
    const { welcome } = await createWorkspace(karim, { title: 'Fichiers' });
    const mebi = 1024 * 1024;
    await set({ fileBytes: 1.5 * mebi });
    const send = (size: number) =>
      karim.call(api.messages.send, {
        body: { channelId: welcome._id, content: '' },
        files: [{ bytes: new Uint8Array(size), name: 'plan' }],
      });
    expect((await send(1.5 * mebi)).status).toBe(201);
    const { status, body } = await send(1.5 * mebi + 1);
    expect([status, body.code, body.message]).toEqual([
      413,
      'file_over_limit',
      'Ici, un fichier ne peut pas dépasser 1,5\u00a0Mo.',
    ]);
    await set({ fileBytes: null });
    expect((await send(1.5 * mebi + 1)).status).toBe(201);
  });

  it('a new workspace deletes its messages after the default, unless it chooses', async () => {
    const made = async (body: { autoDelete?: boolean; autoDeleteDays?: number } = {}) => {
      const { workspace } = await karim.ok(api.workspaces.create, { body: { title: 'Archives', ...body } });
      return [workspace.autoDelete, workspace.autoDeleteDays];
    };
    const asSpecified = await made();
    await set({ autoDeleteDays: 400 });
    expect([await made(), await made({ autoDeleteDays: 3 })]).toEqual([
      [true, 400],
      [true, 3],
    ]);
    await set({ autoDeleteDays: 0 });
    expect((await made())[0]).toBe(false);
    await set({ autoDeleteDays: null });
    expect(await made()).toEqual(asSpecified);
  });

  it('mails are in the name of the place, with its address for help, in the language of whoever prefers none', async () => {
    await set({ name: 'Atelier <Tilleul>', supportEmail: 'aide@exemple.fr', language: 'en' });
    const { email } = karim.user;
    const headers = { 'accept-language': 'de-DE' };
    await karim.raw('POST', '/api/otp/sent', { body: { p_id: karim.id, p_email: email }, headers });
    await codeSentTo(palabre, email);
    const [mail] = await mailsTo(palabre.dataDir, email);
    expect(mail?.html).toContain('Atelier &#60;Tilleul&#62;');
    expect(mail?.text).toContain('Sent by Atelier <Tilleul>,');
    expect(mail?.text).toContain('aide@exemple.fr');
    // Nobody knows yet which language an address that is invited prefers.
    const { workspace } = await createWorkspace(karim, { title: 'Orme' });
    await inviteByMail(palabre, karim, workspace._id, 'zoe@exemple.fr');
    expect((await mailsTo(palabre.dataDir, 'zoe@exemple.fr'))[0]?.text).toContain('Sent by Atelier');
  });
});
