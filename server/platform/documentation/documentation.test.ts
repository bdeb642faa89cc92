import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api, clientMessages, events } from '@palabre/common/contract/index.ts';
import { io } from 'socket.io-client';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Palabre, startPalabre } from '../../test/harness.ts';
import { exampleOf, idOf } from './examples.ts';
import { html, prose } from './page/html.ts';
import { unambiguous } from './paths.ts';
import { describeSchemas, mergeNamed, type Schema } from './schemas.ts';

let palabre: Palabre;
let page: string;

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${palabre.url}${path}`, { headers });

beforeAll(async () => {
  palabre = await startPalabre();
  page = await (await get('/api/docs')).text();
});

it('the API page is public, and shows every endpoint, event and message of the contract', async () => {
  expect((await get('/api/docs')).headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await get('/api/docs/')).status).toBe(200);
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [feature, endpoints] of Object.entries(api)) {
    expect(ids).toContain(feature);
    for (const [name, { path, summary }] of Object.entries(endpoints as Record<string, Endpoint>)) {
      expect(ids).toContain(`${feature}.${name}`);
      expect(page).toContain(`<code>/api${path.replace(/:(\w+)/g, '{$1}')}</code>`);
      expect(page).toContain(prose(summary).text.replace(/<\/?p>/g, ''));
    }
  }
  for (const name of Object.keys(events)) expect(page).toContain(`<code>${name}</code>`);
  for (const name of Object.keys(clientMessages)) expect(ids).toContain(`say.${name}`);
  // Every link has its target.
  for (const [, hash] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(hash);
});

it('the API document says how a socket tells whose it is', async () => {
  const { info } = await (await get('/api/openapi.json')).json();
  const [, field = ''] = /with `(\w+): \{token\}`/.exec(info.description) ?? [];
  const { token } = await palabre.register();
  const socket = io(palabre.url, {
    [field]: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  const outcome = new Promise(told => {
    socket.once('connect', () => told('connected'));
    socket.once('connect_error', error => told(error.message));
  });
  expect(await outcome).toBe('connected');
});

it('the API page loads only files of this server, and nothing that its content security policy blocks', async () => {
  const policy = (await get('/api/docs')).headers.get('content-security-policy') ?? '';
  // Beside our own files, the policy allows only the inline scripts of the application, by hash.
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=*'){0,2};/);
  expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style="| on\w+="/);
  const loaded = [...page.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  const style = await (await get('/api/docs/page.css')).text();
  const fonts = [...style.matchAll(/url\("([^"]+)"\)/g)].map(([, name]) => `/api/docs/${name}`);
  expect(fonts.length).toBeGreaterThan(3);
  expect(style).toContain('--brand:');
  for (const path of [...loaded, ...fonts]) {
    expect(path).toMatch(/^\/api\/docs\/[\w.-]+$/);
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  }
});

it('the API page is revalidated by its etag, and compressed', async () => {
  for (const path of ['/api/docs', '/api/docs/page.css', '/api/openapi.json']) {
    const first = await get(path, { 'accept-encoding': 'gzip' });
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(await first.text()).toBe(await (await get(path, { 'accept-encoding': 'identity' })).text());
    const etag = first.headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    expect(await (await get(path, { 'if-none-match': `${etag}x` })).text()).not.toBe('');
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual(['no-cache', 'accept-encoding']);
  }
  const types = { 'page.js': 'text/javascript', 'theme.js': 'text/javascript', 'favicon.svg': 'image/svg+xml' };
  for (const [name, type] of Object.entries(types))
    expect((await get(`/api/docs/${name}`)).headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  // Fonts are compressed already.
  const style = await (await get('/api/docs/page.css')).text();
  const font = await get(`/api/docs/${/url\("([^"]+)"\)/.exec(style)?.[1]}`, { 'accept-encoding': 'gzip' });
  expect([font.headers.get('content-type'), font.headers.get('content-encoding')]).toEqual(['font/woff2', null]);
});

it('an unknown path below the API page answers 404', async () => {
  for (const name of ['nothing', '__proto__', 'constructor', '..%2f..%2fpackage.json']) {
    const { status, body } = await palabre.nobody.raw('GET', `/api/docs/${name}`);
    expect([name, status, body.code]).toEqual([name, 404, 'not_found']);
  }
});

it('values in an html template are escaped, unless they are Html', () => {
  const word = '<b title="a & b">\'</b>';
  expect(html`<p>${word}${[html`<i>${1}</i>`, false]}</p>`.text).toBe(
    '<p>&lt;b title=&quot;a &amp; b&quot;&gt;&#39;&lt;/b&gt;<i>1</i></p>',
  );
  expect(prose(`**${word}** \`x<y\``).text).not.toMatch(/<b |x<y/);
});

it('a text field without an example in the contract is an error that names it', () => {
  const schema = { type: 'object', properties: { nickname: { type: 'string' } } };
  expect(() => exampleOf(schema, 'user', {}, 'out')).toThrow('nickname is a text without an example');
});

it('an answer is described as one that may gain fields', () => {
  const { of } = describeSchemas({ shown: z.object({ title: z.string() }) }, 'output');
  expect(of.shown).toMatchObject({ type: 'object', required: ['title'] });
  expect(of.shown).not.toHaveProperty('additionalProperties');
});

it('two schemas of one name are refused where they differ, and one where they do not', () => {
  const title = { type: 'string' };
  expect(mergeNamed({ Room: { ...title } }, { Room: { ...title }, Person: { type: 'object' } })).toEqual({
    ...{ Room: title, Person: { type: 'object' } },
  });
  expect(() => mergeNamed({ Room: title }, { Room: { ...title, maxLength: 8 } })).toThrow(
    'Room is not the same when given and when answered: name only one of them',
  );
});

it('paths that one URL could mean are told apart by servers, and the others stay as they are', () => {
  const item = { get: {} as never };
  const all = ['/room/{id}', '/room/{id}/people', '/room/ban/{id}', '/ban/{id}', '/room/{id}/{name}'];
  const found = unambiguous(Object.fromEntries(all.map(path => [path, item])), 'https://x.fr/api');
  const told = Object.entries(found).map(([path, { servers }]) => [servers?.[0]?.url ?? 'https://x.fr/api', path]);
  expect(told.map(([server, path]) => `${server}${path}`)).toEqual(all.map(path => `https://x.fr/api${path}`));
  expect(Object.fromEntries(told.map(([server, path]) => [path, server]))).toEqual({
    ...{ '/room/{id}': 'https://x.fr/api', '/room/{id}/people': 'https://x.fr/api' },
    ...{ '/{id}': 'https://x.fr/api/room/ban', '/ban/{id}': 'https://x.fr/api' },
    '/room/{id}/{name}': 'https://x.fr/api',
  });
});

it.each<[what: string, schema: Schema, found: unknown]>([
  ['its own example', { type: 'string', example: 'Nord', default: 'Sud' }, 'Nord'],
  ['its own example in a document', { type: 'string', examples: ['Nord', 'Sud'] }, 'Nord'],
  ['a constant', { const: 7 }, 7],
  ['the first of its choices', { enum: ['a', 'b'] }, 'a'],
  ['the first of its kinds that is not null', { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 3 }] }, 3],
  ['its default', { type: 'integer', default: 20, minimum: 1 }, 20],
  ['its least number', { type: 'number', minimum: 5 }, 5],
  ['one', { type: 'integer' }, 1],
  ['false', { type: 'boolean' }, false],
  ['a list of one', { type: 'array', items: { type: 'boolean' } }, [false]],
  ['an id of its name', { type: 'string', format: 'uuid' }, idOf('room')],
  ['nothing', { type: 'null' }, null],
  ['what its name stands for', { $ref: '#/$defs/Floor' }, 12],
])('the example of a value is %s', (_what, schema, found) => {
  expect(exampleOf(schema, 'room', { Floor: { type: 'integer', example: 12 } }, 'in')).toEqual(found);
});

it('the example of a request has what it needs and what has an example; that of an answer has everything', () => {
  const id: Schema = { type: 'string', format: 'uuid' };
  const schema: Schema = {
    type: 'object',
    required: ['_id', 'userId'],
    properties: {
      ...{ _id: id, userId: id, authorId: id, note: { type: 'string', example: 'Vu' }, limit: { type: 'integer' } },
      maybe: { anyOf: [{ type: 'string', example: 'x' }, { type: 'null' }] },
    },
  };
  const [room, user] = [idOf('room'), idOf('user')];
  const asked = { _id: room, userId: user, note: 'Vu', maybe: 'x' };
  expect(exampleOf(schema, 'room', {}, 'in')).toEqual(asked);
  expect(exampleOf(schema, 'room', {}, 'out')).toEqual({ ...asked, authorId: user, limit: 1 });
  // One record has one id, by whatever name it goes; two records have two.
  expect([idOf('sender'), idOf('members'), idOf('Channels'), idOf('rooms')]).toEqual([
    ...[user, user, idOf('channelId'), room],
  ]);
  expect(new Set([room, user, idOf('channel'), idOf('workspace'), idOf('conversation')]).size).toBe(5);
});
