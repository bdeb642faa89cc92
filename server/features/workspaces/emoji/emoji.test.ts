import { api } from '@palabre/common/contract/index.ts';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { registerNamed } from '../../../test/people/world.ts';
import { picture } from '../../../test/picture.ts';

const palabre = await startPalabre();
const { camille, karim, leonie, yann } = await registerNamed(palabre, 'camille', 'karim', 'leonie', 'yann');

const png = { bytes: await picture() };
const add = (person: Person, team: Team, name: string, image: { bytes: Uint8Array } | undefined = png) =>
  person.call(api.emoji.create, { params: team.params, body: { name }, ...(image && { image }) });
const list = async (person: Person, team: Team) => (await person.ok(api.emoji.list, { params: team.params })).emojis;
const imageAt = async (person: Person, url: string) => {
  const reply = await fetch(palabre.url + url, { headers: { authorization: `Bearer ${person.token}` } });
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
};

describe('an emoji of a workspace', () => {
  test('is added by a person who manages the workspace, seen live by its members and by nobody else, and listed by name', async () => {
    const team = await gather(camille, karim);
    const [member, outsider] = [await karim.connect(), await yann.connect()];
    const { status, body } = await add(camille, team, ' Tilleul ');
    expect(status).toBe(201);
    expect(body.emoji).toMatchObject({ name: 'tilleul', workspaceId: team.id });
    expect(await member.next('newEmoji')).toEqual(body.emoji);
    await add(camille, team, 'abeille');
    expect((await list(karim, team)).map(({ name }) => name)).toEqual(['abeille', 'tilleul']);
    await outsider.none('newEmoji');
    expect((await yann.call(api.emoji.list, { params: team.params })).status).toBe(403);
  });

  test('is refused to a manager who becomes a plain member while the picture is processed', async () => {
    const team = await gather(camille, karim);
    const role = await team.role({ users: [karim.id], creator: true });
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const added = add(karim, team, 'tilleul');
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('DELETE FROM role_users WHERE role_id = $1', [role._id]);
    await held.query('COMMIT');
    expect((await added).status).toBe(403);
    expect(await list(camille, team)).toEqual([]);
  });

  test('is removed, with its picture, by a person who manages the workspace', async () => {
    const team = await gather(camille, karim);
    const member = await karim.connect();
    const { emoji } = (await add(camille, team, 'tilleul')).body;
    const params = { ...team.params, emojiId: emoji._id };
    expect((await imageAt(karim, emoji.url)).status).toBe(200);
    expect((await karim.call(api.emoji.remove, { params })).status).toBe(403);
    expect((await camille.ok(api.emoji.remove, { params })).message).toBe('L’emoji a été supprimé.');
    expect(await member.next('deleteEmoji')).toEqual({ _id: emoji._id, workspaceId: team.id });
    expect(await list(karim, team)).toEqual([]);
    expect((await imageAt(karim, emoji.url)).status).toBe(404);
    expect((await camille.call(api.emoji.remove, { params })).status).toBe(404);
  });

  test('is not removed through another workspace', async () => {
    const [team, other] = [await gather(camille), await gather(leonie)];
    const { emoji } = (await add(camille, team, 'tilleul')).body;
    const params = { ...other.params, emojiId: emoji._id };
    expect((await leonie.call(api.emoji.remove, { params })).status).toBe(404);
    expect(await list(camille, team)).toHaveLength(1);
  });

  test('is deleted with its workspace, as are the others, and their pictures from the storage', async () => {
    const team = await gather(camille, karim);
    const [one, other] = [await add(camille, team, 'tilleul'), await add(camille, team, 'abeille')];
    const urls = [one, other].map(({ body }) => body.emoji.url);
    const remove = vi.spyOn(palabre.services.storage, 'remove');
    await camille.ok(api.workspaces.remove, { params: team.params });
    for (const url of urls) expect((await imageAt(karim, url)).status).toBe(404);
    const removed = () => urls.map(url => remove.mock.calls.some(([key]) => url.includes(key)));
    await expect.poll(removed, { message: 'pictures taken out of the storage' }).toEqual([true, true]);
  });

  test('is refused to plain members, without a picture, under a name already taken, and beyond 200', async () => {
    const team = await gather(camille, karim);
    expect((await add(karim, team, 'tilleul')).body.code).toBe('forbidden');
    const { status, body } = await camille.call(api.emoji.create, { params: team.params, body: { name: 'tilleul' } });
    expect([status, body.message]).toEqual([400, 'Custom emojis are in the wrong format']);
    expect((await add(camille, team, 'tilleul', { bytes: new Uint8Array() })).body.code).toBe('emoji_format');
    expect((await add(camille, team, 'tilleul')).status).toBe(201);
    const again = await add(camille, team, 'tilleul');
    expect([again.status, again.body.code]).toEqual([409, 'emoji_taken']);
    const { kysely } = palabre.services.database;
    const rows = Array.from({ length: 199 }, (_, n) => ({
      id: crypto.randomUUID(),
      workspace_id: team.id,
      name: `e${n}`,
      image: '/api/file/x/image.webp',
    }));
    await kysely.insertInto('emoji').values(rows).execute();
    const full = await add(camille, team, 'encore');
    expect([full.status, full.body.code]).toEqual([409, 'too_many_emoji']);
  });

  test('under a name already taken leaves no picture', async () => {
    const team = await gather(camille);
    await add(camille, team, 'tilleul');
    const { storage } = palabre.services;
    const [stored, removed] = [vi.spyOn(storage, 'put'), vi.spyOn(storage, 'remove')];
    expect((await add(camille, team, 'tilleul')).status).toBe(409);
    expect(stored).toHaveBeenCalledTimes(1);
    expect(removed).toHaveBeenCalledWith(stored.mock.calls[0]?.[0]);
  });

  test.each(['a', 'avec espace', 'été', ':x:', '<b>', 'x'.repeat(31), '../x'])('cannot be called %j', async name => {
    const team = await gather(camille);
    expect((await add(camille, team, name)).body.code).toBe('invalid_input');
  });

  test('keeps its animation and its shape in 128 pixels, and no other data of the upload', async () => {
    const team = await gather(camille);
    const frames = [0, 1, 2].map(n => ({ r: 80 * n, g: 90, b: 60 }));
    const raw = Buffer.concat(
      frames.map(({ r, g, b }) => Buffer.from(Array.from({ length: 200 * 100 }, () => [r, g, b]).flat())),
    );
    const gif = await sharp(raw, { raw: { width: 200, height: 300, channels: 3, pageHeight: 100 } })
      .gif({ delay: [80, 80, 80], loop: 0 })
      .toBuffer();
    expect((await sharp(gif, { pages: -1 }).metadata()).pages).toBe(3);
    const { emoji } = (await add(camille, team, 'bouge', { bytes: gif })).body;
    const found = await sharp((await imageAt(camille, emoji.url)).bytes, { pages: -1 }).metadata();
    expect(found).toMatchObject({ format: 'webp', width: 128, pageHeight: 128, pages: 3 });
  });

  test('has a picture of 256 KB at most', async () => {
    const team = await gather(camille);
    const large = await add(camille, team, 'grand', { bytes: Buffer.concat([png.bytes, Buffer.alloc(256 * 1024)]) });
    expect([large.status, large.body.code]).toEqual([413, 'emoji_too_large']);
    const largest = Buffer.concat([png.bytes, Buffer.alloc(256 * 1024 - png.bytes.length)]);
    expect((await add(camille, team, 'entier', { bytes: largest })).status).toBe(201);
    const html = await add(camille, team, 'page', { bytes: Buffer.from('<!doctype html><script>alert(1)</script>') });
    expect([html.status, html.body.code]).toEqual([400, 'invalid_image']);
  });
});
