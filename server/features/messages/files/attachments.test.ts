import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { FileAttachment, Message } from '@palabre/common/contract/messages/messages.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FileToSend } from '../../../test/client.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { picture } from '../../../test/pictures.ts';

let palabre: Palabre;
let owner: Person;
let member: Person;
let team: Team;
let channelId: string;

beforeAll(async () => {
  palabre = await startPalabre();
  [owner, member] = await Promise.all([palabre.register(), palabre.register({ firstName: 'Karim' })]);
  team = await gather(owner, member);
  channelId = team.welcome._id;
});

const text = (name: string, said = 'Le plan du rez-de-chaussée'): FileToSend => ({ bytes: Buffer.from(said), name });
const send = (
  person: Person,
  files: FileToSend[],
  body: { content?: string; nonce?: string; channelId?: string } = {},
) => person.call(api.messages.send, { body: { channelId, ...body }, files });
const sent = async (person: Person, ...files: FileToSend[]): Promise<Message> => {
  const { status, body } = await send(person, files);
  expect([status, body.code]).toEqual([201, undefined]);
  return body.message;
};
const get = (person: Person, path: string, headers: Record<string, string> = {}) =>
  fetch(palabre.url + path, { headers: { cookie: `token=${person.token}`, ...headers } });
const first = ({ fileAttachments: [file] }: Message): FileAttachment => file as FileAttachment;

/** Lists the files on the disk, whole or half written. */
async function onDisk(): Promise<string[]> {
  const all = await readdir(join(palabre.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return all.filter(entry => entry.isFile()).map(({ name }) => name);
}
const rows = async (): Promise<number> =>
  Number((await palabre.services.database.pool.query('SELECT count(*) FROM files')).rows[0].count);

describe('a message with files', () => {
  it('carries them in its answer, its event, pages, changes and by itself; and serves their bytes', async () => {
    const ears = await member.connect();
    const bytes = randomBytes(300_000);
    const { status, body } = await send(owner, [{ bytes, name: 'mesures.bin' }, text('plan.txt')], {
      content: 'Voilà',
    });
    expect(status).toBe(201);
    const { message } = body;
    expect(message.content).toBe('Voilà');
    expect(message.fileAttachments).toEqual([
      {
        _id: expect.any(String),
        name: 'mesures.bin',
        type: 'application/octet-stream',
        size: 300_000,
        url: `/api/file/${first(message)._id}/mesures.bin`,
        width: null,
        height: null,
        thumbnail: null,
      },
      expect.objectContaining({ name: 'plan.txt', type: 'text/plain', size: 27 }),
    ]);
    expect(await ears.next('newMessage')).toEqual(message);
    const page = await member.ok(api.messages.page, { query: { channelId } });
    expect(page.messages.at(-1)).toEqual(message);
    const changes = await member.ok(api.messages.changes, { query: { channelId, after: message.seq - 1 } });
    expect(changes.messages).toEqual([message]);
    expect(await member.ok(api.messages.one, { params: { id: message._id } })).toEqual({ message });
    const answer = await get(member, first(message).url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('needs no text and may lose its text; a message without files and text is refused', async () => {
    const message = await sent(owner, text('plan.txt'));
    expect(message.content).toBe('');
    const params = { id: message._id };
    await owner.ok(api.messages.edit, { params, body: { content: 'Le plan' } });
    const { message: edited } = await owner.ok(api.messages.edit, { params, body: { content: ' ' } });
    expect(edited.fileAttachments).toEqual(message.fileAttachments);
    expect((await send(owner, [])).body.code).toBe('empty_message');
  });

  it('is one message for one nonce, and the files of a repeated request are not kept', async () => {
    const nonce = randomUUID();
    const [one, again] = [
      await send(owner, [text('un.txt')], { nonce }),
      await send(owner, [text('deux.txt')], { nonce }),
    ];
    expect([one.status, again.status]).toEqual([201, 200]);
    expect(again.body.message).toEqual(one.body.message);
    const [before, known] = [(await onDisk()).length, await rows()];
    const both = randomUUID();
    const raced = await Promise.all([1, 2, 3].map(n => send(owner, [text(`${n}.txt`)], { nonce: both })));
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(await rows()).toBe(known + 1);
    await vi.waitFor(async () => expect((await onDisk()).length).toBe(before + 1));
  });

  it('is read as forms write it: the word « null » is no id, yet a text, and a time that is not the server’s is ignored', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      content: 'null',
      time: '1999-01-01',
      channelId,
      conversationId: 'null',
    })) {
      form.append(name, value);
    }
    form.append('fileAttachments', new Blob(['un']), 'un.txt');
    form.append('fileAttachments', new Blob(['deux']), 'été « 2026 » à 100 %.txt');
    const { status, body } = await owner.raw<{ message: Message }>('POST', '/api/message', { body: form });
    expect([status, body.message.content]).toEqual([201, 'null']);
    expect(body.message.fileAttachments.map(({ name }) => name)).toEqual(['un.txt', 'été « 2026 » à 100 %.txt']);
    for (const { url } of body.message.fileAttachments) expect((await get(member, url)).status).toBe(200);
    const without = new FormData();
    for (const [name, value] of Object.entries({ channelId, content: 'Sans fichier' })) without.append(name, value);
    // No file was chosen.
    without.append('fileAttachments', new Blob([]), '');
    const plain = await owner.raw<{ message: Message }>('POST', '/api/message', { body: without });
    expect([plain.status, plain.body.message.fileAttachments]).toEqual([201, []]);
  });

  it('has fifty fields and sixty parts at most, those that nobody asked for included', async () => {
    const sendWith = async (others: number, other: string | Blob) => {
      const form = new FormData();
      form.append('channelId', channelId);
      for (let n = 0; n < others; n += 1) form.append('inconnu', other);
      form.append('fileAttachments', new Blob(['un']), 'un.txt');
      return (await owner.raw('POST', '/api/message', { body: form })).status;
    };
    expect([await sendWith(49, 'x'), await sendWith(50, 'x')]).toEqual([201, 413]);
    const file = new Blob(['deux']);
    expect([await sendWith(58, file), await sendWith(59, file)]).toEqual([201, 413]);
  });

  it('is refused with a field after its files that no message may have, and nothing is left of it', async () => {
    const before = [await onDisk(), await rows()];
    const form = new FormData();
    form.append('channelId', channelId);
    form.append('fileAttachments', new Blob(['un']), 'un.txt');
    form.append('content', 'x'.repeat(limits.messageContent + 1));
    const { status, body } = await owner.raw<{ code: string }>('POST', '/api/message', { body: form });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    await vi.waitFor(async () => expect([await onDisk(), await rows()]).toEqual(before), eventWaitTimeoutMs);
  });

  it.each([
    ['one too many', () => Array.from({ length: 11 }, (_, n) => text(`${n}.txt`)), 400, 'too_many_files'],
    ['an empty one', () => [text('un.txt'), text('vide.txt', '')], 400, 'empty_file'],
    [
      'one too large',
      () => [text('un.txt'), { bytes: new Uint8Array(limits.fileBytes + 1), name: 'film.mp4' }],
      413,
      'file_too_large',
    ],
  ] as const)('is refused with %s, and nothing is left of it', async (_what, files, status, code) => {
    const before = [await onDisk(), await rows()];
    const reply = await send(owner, files());
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    await vi.waitFor(async () => expect([await onDisk(), await rows()]).toEqual(before));
  });

  it('may have 10 files, and one of 50 MB', async () => {
    const message = await sent(owner, ...Array.from({ length: 10 }, (_, n) => text(`${n}.txt`)));
    expect(message.fileAttachments).toHaveLength(10);
    expect(first(await sent(owner, { bytes: new Uint8Array(limits.fileBytes), name: 'film' })).size).toBe(
      limits.fileBytes,
    );
  });

  it('leaves neither files nor a row when the disk is full', async () => {
    const before = [await onDisk(), await rows()];
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const { storage } = palabre.services;
    for (const breakIt of [
      () => vi.spyOn(storage.drafts, 'receive').mockRejectedValueOnce(full),
      () => vi.spyOn(storage, 'take').mockRejectedValueOnce(full),
      // The thumbnail is stored after the picture.
      () => vi.spyOn(storage, 'put').mockRejectedValueOnce(full),
    ]) {
      const broken = breakIt();
      const plan = { bytes: await picture(90, 60).png().toBuffer(), name: 'plan.png' };
      const reply = await send(owner, [plan], { content: 'Sans place' });
      expect([reply.status, reply.body.code]).toEqual([507, 'storage_full']);
      broken.mockRestore();
    }
    // Files refused before or after their storage are deleted by the time of the answer.
    expect([await onDisk(), await rows()]).toEqual(before);
    const { messages } = await owner.ok(api.messages.page, { query: { channelId } });
    expect(messages.map(({ content }) => content)).not.toContain('Sans place');
  });
});

describe('a picture', () => {
  it('has its size, and a thumbnail without metadata', async () => {
    const bytes = await picture(2_400, 1_200).jpeg().toBuffer();
    const file = first(await sent(owner, { bytes, name: 'façade.jpg' }));
    expect(file).toMatchObject({ type: 'image/jpeg', width: 2_400, height: 1_200, thumbnail: expect.any(String) });
    const small = await get(member, file.thumbnail ?? '');
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect(small.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''fa%C3%A7ade.jpg");
    const found = Buffer.from(await small.arrayBuffer());
    expect(await sharp(found).metadata()).toMatchObject({ format: 'webp', width: 800, height: 400 });
    expect(bytes.includes('secret-de-famille')).toBe(true);
    expect(found.includes('secret-de-famille')).toBe(false);
    const { headers } = await get(member, file.url);
    expect(headers.get('content-disposition')).toMatch(/^inline; /);
  });

  it('waits for the others of its sender, however many come at once', async () => {
    const bytes = await picture(400, 300).png().toBuffer();
    const messages = await Promise.all(Array.from({ length: 5 }, (_, n) => sent(owner, { bytes, name: `${n}.png` })));
    expect(messages.map(message => first(message).width)).toEqual(Array(5).fill(400));
  });

  it('taken on its side has the width that is seen, and so has its small one', async () => {
    const bytes = await picture(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const file = first(await sent(owner, { bytes, name: 'a.jpg' }));
    expect(file).toMatchObject({ width: 40, height: 60 });
    const small = await sharp(await (await get(member, file.thumbnail ?? '')).arrayBuffer()).metadata();
    expect([small.width, small.height, small.orientation]).toEqual([40, 60, undefined]);
  });

  it.each([
    ['half of one', async () => (await picture(400, 400).jpeg().toBuffer()).subarray(0, 900), 'image/jpeg'],
    ['a script that begins as a GIF', async () => Buffer.from('GIF89a/*\u0001\u0001*/=1;alert(1)'), 'image/gif'],
    [
      'SVG',
      async () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'application/xml',
    ],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain'],
  ])('that is not a real one (%s) is a download, whatever its name', async (_what, bytes, type) => {
    const file = first(await sent(owner, { bytes: await bytes(), name: 'photo.png', type: 'image/png' }));
    expect(file).toMatchObject({ name: 'photo.png', type, width: null, height: null, thumbnail: null });
    const { headers } = await get(member, file.url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type.startsWith('image/') ? type : `${type}; charset=utf-8`,
      'content-disposition': "attachment; filename*=UTF-8''photo.png",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
  });
});

describe('a file of a message', () => {
  it('is stored by no browser where the operator wants it so', async () => {
    const strict = await startPalabre({ env: { FILE_CACHE: 'off' } });
    const person = await strict.register();
    const { _id } = (await gather(person)).welcome;
    const { message } = await person.ok(api.messages.send, { body: { channelId: _id }, files: [text('plan.txt')] });
    const { headers } = await person.raw('GET', first(message).url);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('the right to write in a place', () => {
  it('is checked before a file is read: none of its bytes reach the disk', async () => {
    const hidden = await team.channel('direction', 'private');
    const guarded = await team.channel('annonces', 'protected');
    const receive = vi.spyOn(palabre.services.storage.drafts, 'receive');
    for (const [place, status] of [
      [hidden._id, 404],
      [guarded._id, 403],
    ] as const) {
      const reply = await send(member, [text('un.txt', 'x'.repeat(5_000_000))], { channelId: place });
      expect(reply.status).toBe(status);
    }
    expect(receive).not.toHaveBeenCalled();
    receive.mockRestore();
  });

  it('is checked even when the files come before the place', async () => {
    const hidden = await team.channel('paie', 'private');
    const before = (await onDisk()).length;
    const form = new FormData();
    form.append('fileAttachments', new Blob(['un']), 'un.txt');
    form.append('channelId', hidden._id);
    expect((await member.raw('POST', '/api/message', { body: form })).status).toBe(404);
    await vi.waitFor(async () => expect((await onDisk()).length).toBe(before));
  });
});

describe('the right to read a message', () => {
  it('opens its files, to nobody else: neither to strangers, nor to people removed, nor to anyone once it is deleted', async () => {
    const stranger = await palabre.register();
    const leaving = await palabre.register();
    await leaving.ok(api.workspaces.join, { params: team.params });
    const bytes = await picture(90, 60).png().toBuffer();
    const message = await sent(owner, { bytes, name: 'a.png' });
    const { url, thumbnail } = first(message);
    for (const path of [url, thumbnail ?? '']) {
      expect((await get(leaving, path)).status).toBe(200);
      expect((await get(stranger, path)).status).toBe(404);
    }
    await owner.ok(api.members.kick, { params: team.params, body: { userId: leaving.id } });
    const etag = (await get(owner, url)).headers.get('etag') ?? '';
    expect((await get(leaving, url, { 'if-none-match': etag })).status).toBe(404);
    expect((await get(owner, url, { 'if-none-match': etag })).status).toBe(304);
    await owner.ok(api.messages.remove, { params: { id: message._id } });
    for (const path of [url, thumbnail ?? '']) expect((await get(owner, path)).status).toBe(404);
  });
});

describe('a part of a file', () => {
  it.each([
    ['bytes=0-4', 206, 'bytes 0-4/26', 'abcde'],
    ['bytes=5-5', 206, 'bytes 5-5/26', 'f'],
    ['bytes=20-', 206, 'bytes 20-25/26', 'uvwxyz'],
    ['bytes=-3', 206, 'bytes 23-25/26', 'xyz'],
    ['bytes=-900', 206, 'bytes 0-25/26', 'abcdefghijklmnopqrstuvwxyz'],
    ['bytes=20-900', 206, 'bytes 20-25/26', 'uvwxyz'],
    ['bytes=26-', 416, 'bytes */26', ''],
    ['bytes=-0', 416, 'bytes */26', ''],
    ['bytes=5-3', 200, null, 'abcdefghijklmnopqrstuvwxyz'],
    ['bytes=0-1,4-5', 200, null, 'abcdefghijklmnopqrstuvwxyz'],
    ['lignes=1-2', 200, null, 'abcdefghijklmnopqrstuvwxyz'],
  ])('asked for by %s is answered with %i', async (range, status, contentRange, said) => {
    const { url } = first(await sent(owner, text('alphabet.txt', 'abcdefghijklmnopqrstuvwxyz')));
    const answer = await get(member, url, { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
    expect(await answer.text()).toBe(said);
    const head = await fetch(palabre.url + url, {
      method: 'HEAD',
      headers: { cookie: `token=${member.token}`, range },
    });
    expect([head.status, head.headers.get('content-length')]).toEqual([status, String(said.length)]);
    const same = await get(member, url, { range, 'if-range': answer.headers.get('etag') ?? '' });
    expect([same.status, await same.text()]).toEqual([status, said]);
    const other = await get(member, url, { range, 'if-range': '"autre"' });
    expect([other.status, await other.text()]).toEqual([200, 'abcdefghijklmnopqrstuvwxyz']);
  });
});

describe('a message with files whose client leaves', () => {
  /** Sends a message with files as a client does that may hang up. */
  function leaving(content: string, ...files: FileToSend[]) {
    const parts = files.map(
      ({ name, bytes }) =>
        `--x\r\ncontent-disposition: form-data; name="fileAttachments"; filename="${name}"\r\n\r\n${Buffer.from(bytes)}\r\n`,
    );
    const fields = Object.entries({ channelId, content }).map(
      ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const asked = request(`${palabre.url}/api/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    });
    asked.on('error', () => {}).end([...fields, ...parts, '--x--\r\n'].join(''));
    return asked;
  }
  const holding = () => {
    let release = (): void => {};
    const held = new Promise<void>(resolve => (release = resolve));
    onTestFinished(() => release());
    return { held, release };
  };

  it('before the last one is read is not served, and nothing is left of it', async () => {
    const before = await onDisk();
    const { drafts } = palabre.services.storage;
    const [receive, { held, release }] = [drafts.receive.bind(drafts), holding()];
    let count = 0;
    const receiving = vi.spyOn(drafts, 'receive').mockImplementation(async bytes => {
      count += 1;
      const isLast = count === 2;
      const draft = await receive(bytes);
      if (isLast) await held;
      return draft;
    });
    const failed = vi.spyOn(palabre.services.logger, 'error');
    onTestFinished(() => {
      for (const spy of [receiving, failed]) spy.mockRestore();
    });
    const asked = leaving('Partie trop tôt', text('un.txt'), text('deux.txt'));
    await vi.waitFor(async () => expect(await onDisk()).toHaveLength(before.length + 2));
    asked.destroy();
    // The first file is deleted once the server sees the closed connection.
    await vi.waitFor(async () => expect(await onDisk()).toHaveLength(before.length + 1));
    release();
    await vi.waitFor(async () => expect(await onDisk()).toEqual(before));
    const { messages } = await owner.ok(api.messages.page, { query: { channelId } });
    expect(messages.map(({ content }) => content)).not.toContain('Partie trop tôt');
    expect(failed.mock.calls).toEqual([]);
  });

  it('once all of it has come is posted, with its files', async () => {
    const { storage } = palabre.services;
    const [take, { held, release }] = [storage.take.bind(storage), holding()];
    const taking = vi.spyOn(storage, 'take').mockImplementation(async (...given) => {
      await held;
      await take(...given);
    });
    onTestFinished(() => taking.mockRestore());
    const ears = await member.connect();
    const asked = leaving('Partie à temps', text('un.txt'));
    await vi.waitUntil(() => taking.mock.calls.length > 0);
    asked.destroy();
    // The server has seen that by the time it has answered these.
    for (let times = 0; times < 3; times += 1) await member.ok(api.users.me);
    release();
    const message = await ears.next('newMessage', ({ content }) => content === 'Partie à temps');
    expect(await (await get(member, first(message).url)).text()).toBe('Le plan du rez-de-chaussée');
  });
});
