import { PassThrough } from 'node:stream';
import { api } from '@palabre/common/contract/index.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { squareImage } from '../../../platform/files/images.ts';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { bomb } from '../../../test/png.ts';

let palabre: Palabre;
let camille: Person;
let avatar: string;

const asker = { person: 'camille', address: '127.0.0.1' };
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 40, g: 120, b: 80, alpha: 0.5 } } });

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
  const { newUser } = await palabre.nobody.ok(api.users.register, {
    body: { firstName: 'Inès', lastName: 'Ortega', email: 'ines@exemple.fr', password: 'huit caractères' },
    image: { bytes: await picture(300, 200).png().toBuffer() },
  });
  avatar = newUser.avatar ?? '';
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(palabre.url + path, { headers });
const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` });

describe('a file', () => {
  it('opens with the header or the cookie of a session, and with nothing else', async () => {
    expect((await get(avatar, bearer(camille))).status).toBe(200);
    expect((await get(avatar, { authorization: `bearer ${camille.token}` })).status).toBe(200);
    expect((await get(avatar, { cookie: `a=b; token=${camille.token}` })).status).toBe(200);
    // The cookie opens nothing but files.
    expect((await get('/api/user/me', { cookie: `token=${camille.token}` })).status).toBe(401);
    expect((await get(avatar)).status).toBe(401);
    expect((await get(avatar, { cookie: 'token=x' })).status).toBe(401);
    expect((await get(`${avatar}?token=${camille.token}`)).status).toBe(401);
    const gone = await palabre.register();
    await gone.ok(api.users.logout);
    expect((await get(avatar, { cookie: `token=${gone.token}` })).status).toBe(401);
  });

  it('has headers that tell browsers how to treat it', async () => {
    const { headers } = await get(avatar, bearer(camille));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': "inline; filename*=UTF-8''image.webp",
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    });
  });

  it('is not sent again to a browser that has it, if its person may still see it', async () => {
    const etag = (await get(avatar, bearer(camille))).headers.get('etag') ?? '';
    expect((await get(avatar, { ...bearer(camille), 'if-none-match': etag })).status).toBe(304);
    expect((await get(avatar, { 'if-none-match': etag })).status).toBe(401);
  });

  it('of a type that browsers must not show is downloaded, whatever its address says', async () => {
    const id = newId();
    await palabre.services.storage.put(id, Buffer.from('<script>alert(1)</script>'));
    await palabre.services.database.kysely
      .insertInto('files')
      .values({
        id,
        name: 'l’été "2026" (l\'hiver)*.html',
        type: 'text/html',
        size: 25,
        owner_id: null,
        width: null,
        height: null,
      })
      .execute();
    const { headers, status } = await get(`/api/file/${id}/image.webp`, bearer(camille));
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''l%E2%80%99%C3%A9t%C3%A9%20%222026%22%20%28l%27hiver%29%2A.html",
    );
  });

  it('of one person alone, for a time, is not kept by their browser, and not found by others', async () => {
    const id = newId();
    await palabre.services.storage.put(id, Buffer.from('x'));
    await palabre.services.database.pool.query(
      `INSERT INTO files (id, owner_id, name, type, size, private_until)
       VALUES ($1, $2, 'export.zip', 'application/zip', 1, now() + interval '1 day')`,
      [id, camille.id],
    );
    const mine = await get(`/api/file/${id}/export.zip`, bearer(camille));
    expect([mine.status, mine.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect((await get(`/api/file/${id}/export.zip`, bearer(await palabre.register()))).status).toBe(404);
  });

  it.each([
    `/api/file/${newId()}/image.webp`,
    '/api/file/pas-un-id/image.webp',
    '/api/file/..%2f..%2fjwt-secret/image.webp',
    '/api/file/%00/image.webp',
  ])('is not found at %s', async path => {
    const reply = await get(path, bearer(camille));
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ code: 'not_found' });
  });

  it('whose bytes are lost is not found', async () => {
    const id = newId();
    await palabre.services.database.kysely
      .insertInto('files')
      .values({ id, name: 'x', type: 'image/webp', size: 1, owner_id: null, width: 1, height: 1 })
      .execute();
    expect((await get(`/api/file/${id}/x`, bearer(camille))).status).toBe(404);
  });

  it('waits while its person is being sent sixty-four, however slow the storage, and nobody else waits for them', async () => {
    const karim = await palabre.register();
    const id = newId();
    await palabre.services.database.kysely
      .insertInto('files')
      .values({ id, name: 'x', type: 'image/webp', size: 1, owner_id: null, width: 1, height: 1 })
      .execute();
    const { shares, storage } = palabre.services;
    // The storage is slow: it gives nothing before it is told to.
    const waiting: ((bytes: PassThrough) => void)[] = [];
    const reading = vi.spyOn(storage, 'read').mockImplementation(() => new Promise(resolve => waiting.push(resolve)));
    const give = (n: number) => waiting[n]?.(new PassThrough().end('x'));
    const streaming = vi.spyOn(shares, 'stream');
    const ask = (person: Person) => get(`/api/file/${id}/x`, bearer(person));
    const answers = Array.from({ length: 65 }, () => ask(camille));
    await vi.waitFor(() => expect([streaming.mock.calls.length, waiting.length]).toEqual([65, 64]));
    answers.push(ask(karim));
    await vi.waitFor(() => expect(waiting).toHaveLength(65));
    give(0);
    await vi.waitFor(() => expect(waiting).toHaveLength(66));
    for (let n = 1; n < 66; n += 1) give(n);
    expect([...new Set((await Promise.all(answers)).map(({ status }) => status))]).toEqual([200]);
    for (const spy of [reading, streaming]) spy.mockRestore();
  });
});

describe('an avatar', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('in %s becomes a square WebP without its metadata', async format => {
    const source = picture(900, 700).withExif({ IFD0: { Copyright: 'secret-de-famille' } });
    const bytes = await source.toFormat(format).toBuffer();
    const square = await squareImage(bytes, asker);
    const found = await sharp(square.bytes).metadata();
    expect(found).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(found.exif).toBeUndefined();
    expect(square.bytes.includes('secret-de-famille')).toBe(false);
  });

  it('is not enlarged', async () => {
    const square = await squareImage(await picture(40, 90).png().toBuffer(), asker);
    expect(await sharp(square.bytes).metadata()).toMatchObject({ width: 40, height: 40 });
  });

  it('keeps none of the bytes after the image', async () => {
    const png = await picture(64, 64).png().toBuffer();
    const square = await squareImage(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]), asker);
    expect(square.bytes.includes('script')).toBe(false);
  });

  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['HTML', html],
    ['SVG', svg],
    ['a script that begins as a GIF', Buffer.from('GIF89a/*\u0001\u0001*/=1;alert(1)')],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n')],
    ['half a PNG', bomb(64).subarray(0, 60)],
    ['a bomb of 20,000 × 20,000 pixels', bomb(20_000)],
    ['a bomb of 2,000,000,000 × 2,000,000,000 pixels', bomb(2_000_000_000)],
    ['11 MB', Buffer.concat([bomb(64), Buffer.alloc(11 * 1024 * 1024)])],
  ])('is refused when it is %s', async (_what, bytes) => {
    await expect(squareImage(bytes, asker)).rejects.toMatchObject({ code: 'invalid_image' });
  });

  it('is refused when it is a JPEG cut short', async () => {
    const bytes = await picture(400, 400).jpeg().toBuffer();
    await expect(squareImage(bytes.subarray(0, bytes.length / 2), asker)).rejects.toMatchObject({
      code: 'invalid_image',
    });
  });
});
