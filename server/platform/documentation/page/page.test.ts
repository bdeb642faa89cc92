import { expect, it } from 'vitest';
import type { OpenApi, Operation } from '../openapi.ts';
import type { Schema } from '../schemas.ts';
import { curl, exampleAddress, json, panel } from './code.ts';
import { type Html, html, line, prose } from './html.ts';
import { call, event, said } from './operation.ts';
import { fields, kind, rowsOf } from './schema.ts';

/** Tests the parts of the API page; `documentation.test.ts` tests the whole. */

const textOf = (part: unknown): string => html`${part as Html}`.text;
/** Text that a reader sees, on one line. */
const read = (part: unknown): string =>
  textOf(part)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

const operation = (more: Partial<Operation> = {}): Operation => ({
  ...{ operationId: 'rooms.book', tags: ['rooms'], summary: 'Books a `room`', description: 'Members of it.' },
  ...{ security: [{ session: [] }], responses: { 200: { description: 'Done.' } } },
  ...more,
});
const parameter = (name: string, where: 'path' | 'query', example?: unknown, required = false) => ({
  ...{ name, in: where, required, schema: { type: 'string' } },
  ...(example !== undefined && { example }),
});

it('JSON on the page has its names, texts and other values marked, and is escaped', () => {
  expect(textOf(json({ name: '<b> "a": 1', n: -1.5, is: [true, null] }))).toBe(
    `{
  <span class="json-name">&quot;name&quot;:</span> <span class="json-text">&quot;&lt;b&gt; \\&quot;a\\&quot;: 1&quot;</span>,
  <span class="json-name">&quot;n&quot;:</span> <span class="json-other">-1.5</span>,
  <span class="json-name">&quot;is&quot;:</span> [
    <span class="json-other">true</span>,
    <span class="json-other">null</span>
  ]
}`,
  );
  expect(textOf(json(undefined))).toBe('');
});

it('The address of an example has its parameters, encoded, and none of those that have no example', () => {
  const parameters = [
    parameter('id', 'path', 'a/b é'),
    parameter('q', 'query', 'un & deux'),
    parameter('limit', 'query', 50),
    parameter('after', 'query'),
  ];
  const address = exampleAddress('https://x.fr/api', '/room/{id}/bookings', operation({ parameters }));
  expect(address).toBe('https://x.fr/api/room/a%2Fb%20%C3%A9/bookings?q=un+%26+deux&limit=50');
  expect(exampleAddress('https://x.fr/api', '/rooms', operation())).toBe('https://x.fr/api/rooms');
});

it('The example of a call is a command that a shell takes as it is: its method, session and body, where it has them', () => {
  const body = { 'application/json': { example: { title: "L'atelier" } } };
  const command = (method: string, more: Partial<Operation>) =>
    textOf(curl(method, "https://x.fr/api/l'un", operation(more)))
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"');
  expect(command('post', { requestBody: { required: true, content: body } })).toBe(
    `curl -X POST 'https://x.fr/api/l'\\''un' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "title": "L'\\''atelier"
  }'`,
  );
  expect(command('get', { security: [] })).toBe(`curl 'https://x.fr/api/l'\\''un'`);
});

it('A block of code has its title and its buttons, and is reached by the keyboard', () => {
  const shown = textOf(panel('Request <1>', html`<i>code</i>`, html`<button>Try</button>`));
  expect(shown).toMatch(
    /<figcaption class="caption"><span class="grow">Request &lt;1&gt;<\/span><button>Try<\/button><button[^>]* data-copy hidden>Copy<\/button>/,
  );
  expect(shown).toContain('<pre class="text" tabindex="0"><i>code</i></pre>');
  expect(textOf(panel('Payload', html``))).not.toContain('false');
});

it.each<[string, Schema]>([
  ['id', { type: 'string', format: 'uuid' }],
  ['time', { type: 'string', format: 'date-time' }],
  ['file', { type: 'string', format: 'binary' }],
  ['text', { type: 'string', format: 'email' }],
  ['text', { type: 'string' }],
  ['integer', { type: 'integer' }],
  ['list of id', { type: 'array', items: { type: 'string', format: 'uuid' } }],
  ['Room', { $ref: '#/components/schemas/Room' }],
  ['Room or null', { anyOf: [{ $ref: '#/$defs/Room' }, { type: 'null' }] }],
  ['a , b or c', { enum: ['a', 'b', 'c'] }],
  ['a or b', { enum: ['a', 'b'] }],
  ['true', { const: true }],
  ['anything', {}],
])('A schema is described as « %s »', (words, schema) => expect(read(kind(schema))).toBe(words));

it('Fields of a call are listed with their kind, their limits and whether they are required, those within others below them', () => {
  const schema: Schema = {
    type: 'object',
    required: ['title', 'people'],
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 80, description: 'Name of the `room`' },
      note: { anyOf: [{ type: 'string', maxLength: 2_000, description: 'Said <once>' }, { type: 'null' }] },
      floor: { type: 'integer', minimum: 0, maximum: 120, default: 1 },
      least: { type: 'integer', minimum: 3 },
      people: {
        ...{ type: 'array', minItems: 1, maxItems: 10 },
        items: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
      },
    },
  };
  const shown = fields('Body', rowsOf(schema));
  expect(read(shown)).toBe(
    [
      ...['Body', 'title required text 1 to 80 characters Name of the room'],
      ...['note text or null at most 2,000 characters Said <once>', 'floor integer 0 to 120 1 by default'],
      ...['least integer at least 3', 'people required list of object 1 to 10 items', 'id id'],
    ].join(' '),
  );
  expect([...textOf(shown).matchAll(/data-depth="(\d)"/g)].map(([, depth]) => depth)).toEqual([...'000001']);
  // In answers every field is there, unless the schema says otherwise.
  expect(read(fields(false, rowsOf(schema), false))).toMatch(/^title text 1 to .* note not always text or null/);
  expect(fields('Body', [])).toBe(false);
});

it('Prose has its paragraphs, lists, words of code and what is strong, and nothing else of what it says', () => {
  expect(prose('Un **mot** de `code`.\n\n- un <b>\n- `deux`').text).toBe(
    '<p>Un <strong>mot</strong> de <code class="word">code</code>.</p><ul><li>un &lt;b&gt;</li><li><code class="word">deux</code></li></ul>',
  );
  expect(line('Un `mot`').text).toBe('Un <code class="word">mot</code>');
});

const document = {
  components: { responses: { refused: { description: '`forbidden`: You may not.' } } },
} as never as OpenApi;
const told = (more: Partial<Operation>) =>
  call(document, { method: 'post', path: '/room/{id}', server: 'https://x.fr/api', operation: operation(more) });

it('A call on the page says who may make it, what it takes, what it answers and how it fails', () => {
  const room = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
  const shown = told({
    parameters: [parameter('id', 'path', 'x1', true), parameter('loud', 'query', true)],
    requestBody: { required: true, content: { 'application/json': { schema: room, example: { title: 'Nord' } } } },
    responses: {
      200: { description: 'It was there already.' },
      201: { description: 'Created.', content: { 'application/json': { schema: room, example: { title: 'Sud' } } } },
      400: { description: '`invalid_input`: Not valid.' },
      403: { $ref: '#/components/responses/refused' },
    },
  });
  expect(read(shown)).toMatch(
    /^Books a room POST \/api\/room\/\{id\} Members of it\. In the path id required text In the query loud text Body title required text Answers 200 It was there already\. 201 Created\. Failures 400 403 400 invalid_input : Not valid\. 403 forbidden : You may not\. Request Try it Copy curl -X POST 'https:\/\/x\.fr\/api\/room\/x1\?loud=true' .* Answer 201 Copy \{ "title": "Sud" \}$/,
  );
  expect(textOf(shown)).toContain('id="rooms.book"');
  const data = JSON.parse(/data-try="([^"]*)"/.exec(textOf(shown))?.[1]?.replaceAll('&quot;', '"') ?? '');
  expect(data).toEqual({
    ...{ method: 'POST', path: '/api/room/{id}', open: false, body: '{\n  "title": "Nord"\n}' },
    parameters: [
      { name: 'id', place: 'path', required: true, example: 'x1' },
      { name: 'loud', place: 'query', required: false, example: 'true' },
    ],
  });
});

it('A call that takes files says so', () => {
  const file = { type: 'string', format: 'binary' };
  const form = { type: 'object', properties: { content: { type: 'string' }, files: { type: 'array', items: file } } };
  const content = { 'application/json': { schema: {}, example: {} }, 'multipart/form-data': { schema: form } };
  const shown = told({ requestBody: { required: false, content } });
  expect(read(shown)).toContain('Body, as JSON or as a form with files content text files list of file');
});

it('A call that takes an image says so, and one that anybody may make needs no session', () => {
  const form = { type: 'object', properties: { logo: { type: 'string', format: 'binary' } } };
  const content = { 'application/json': { schema: {}, example: {} }, 'multipart/form-data': { schema: form } };
  const shown = told({ security: [], requestBody: { required: false, content } });
  expect(read(shown)).toContain('Body, as JSON or as a form with an image logo file Answer 200 Done.');
  expect(textOf(shown)).toContain('&quot;open&quot;:true');
  expect(textOf(shown)).not.toMatch(/Answer 200<|Authorization/);
});

it('An event and a message of a client are shown with what they say, and to whom', () => {
  const payload = { schema: { type: 'object', properties: { _id: { type: 'string' } } }, example: { _id: 'x1' } };
  const heard = event(
    'newRoom',
    operation({ requestBody: { required: true, content: { 'application/json': payload } } }),
  );
  expect(read(heard)).toBe(
    `newRoom live socket.on('newRoom', …) Members of it. Payload _id not always text Payload Copy { "_id": "x1" }`,
  );
  const list = { schema: { type: 'array', items: { type: 'string' } }, example: ['a'] };
  const listed = event('rooms', operation({ requestBody: { required: true, content: { 'application/json': list } } }));
  expect(read(listed)).toContain('Payload list of text Payload Copy [ "a" ]');
  const message = { tags: ['rooms'], summary: 'Says that one is `there`', payload: list, answer: payload };
  expect(read(said('here', message))).toBe(
    `Says that one is there say here Payload list of text Given to its acknowledgement _id not always text On the socket Copy socket.emit('here', ["a"], answer => …) Acknowledgement Copy { "_id": "x1" }`,
  );
  const { answer: _answer, ...silent } = { ...message, payload: { example: null } };
  expect(read(said('here', silent))).toBe(`Says that one is there say here On the socket Copy socket.emit('here')`);
});
