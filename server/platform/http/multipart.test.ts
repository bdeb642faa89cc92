import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { picture } from '../../test/pictures.ts';
import { AppError } from './errors.ts';
import { addField, asFormError, type Form } from './multipart.ts';

/** Tests forms with one picture; `attachments.test.ts` tests forms with files. */

let palabre: Palabre;
let camille: Person;
let bytes: Buffer;
beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
  bytes = await picture(60, 60).png().toBuffer();
});

const { path } = api.workspaces.create;
const send = async (...parts: [name: string, value: string | Blob, filename?: string][]) => {
  const form = new FormData();
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, filename);
  }
  const { status, body } = await camille.raw<{ code?: string; workspace?: { title: string; logo: string | null } }>(
    ...(['POST', `/api${path}`] as const),
    { body: form },
  );
  return { status, code: body.code, workspace: body.workspace };
};
const image = api.workspaces.create.image as string;
const png = () => new Blob([new Uint8Array(bytes)], { type: 'image/png' });

it('A field that is repeated is a list, and what is no text or no field of its own is left out', () => {
  const form: Form = {};
  for (const [name, value] of [
    ['a', '1'],
    ['b', '1'],
    ['b', '2'],
    ['b', '3'],
    ['toString', 'x'],
    ['__proto__', 'x'],
    ['object', { a: 1 }],
    ['nothing', undefined],
  ] as const)
    addField(form, name, value);
  expect(Object.entries(form)).toEqual([
    ['a', '1'],
    ['b', ['1', '2', '3']],
    ['toString', 'x'],
  ]);
  expect(Object.getPrototypeOf(form)).toBe(Object.prototype);
});

it('An error met in a form is its own where it says what it is; any other means that the form is broken', () => {
  const own = new AppError('too_many_files');
  const ofPlugin = Object.assign(new Error('x'), { statusCode: 413 });
  const ofDisk = Object.assign(new Error('x'), { code: 'ENOSPC' });
  for (const error of [own, ofPlugin, ofDisk]) expect(asFormError(error)).toBe(error);
  expect(asFormError(new Error('Unexpected end of form'))).toEqual(new AppError('invalid_input'));
});

it('A form has one picture, in the field that is for it; empty parts and other files are left out', async () => {
  const title = (name: string) => ['title', name] as const;
  const first = await send([...title('Avec')], [image, png(), 'logo.png']);
  expect([first.status, first.workspace?.logo]).toEqual([201, expect.any(String)]);
  const none = await send([...title('Vide')], [image, new Blob([]), '']);
  expect([none.status, none.workspace?.title, none.workspace?.logo]).toEqual([201, 'Vide', null]);
  const other = await send([...title('Autre')], ['inconnu', png(), 'autre.png']);
  expect([other.status, other.workspace?.logo]).toEqual([201, null]);
  const two = await send([...title('Deux')], [image, png(), '1.png'], [image, png(), '2.png']);
  expect(two.status).toBe(413);
});

it('A form is refused where none is taken, and one that is cut short is not valid', async () => {
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
  const cut = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nCoup';
  const broken = await camille.raw('POST', `/api${path}`, { body: cut, headers: boundary });
  expect([broken.status, broken.body.code]).toEqual([400, 'invalid_input']);
  const taken = await camille.raw(api.unread.markAll.method, `/api${api.unread.markAll.path}`, {
    body: `${cut}\r\n--x--`,
    headers: boundary,
  });
  expect([taken.status, taken.body.code]).toEqual([415, 'unsupported_media']);
});
