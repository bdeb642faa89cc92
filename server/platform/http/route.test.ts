import multipart from '@fastify/multipart';
import { access, endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { sentences } from '@palabre/common/contract/sentences.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startPalabre } from '../../test/harness.ts';
import { answerCompiler } from './answers.ts';
import { type Handlers, serve } from './route.ts';
import { validatorCompiler } from './validation.ts';

const output = z.object({ given: z.array(z.string()) });
const Room = z.object({
  name: z.string(),
  owner: z.object({ name: z.string() }).nullable(),
  area: z.number().nullable(),
});
const feature = {
  read: endpoint({ method: 'GET', path: '/read', access: access.public, summary: 'Reads', output }),
  rooms: endpoint({
    method: 'GET',
    path: '/rooms',
    access: access.public,
    summary: 'Rooms',
    output: z.object({ rooms: z.array(Room), next: z.string().optional() }),
  }),
  change: endpoint({ method: 'POST', path: '/change', access: access.public, summary: 'Changes', output }),
};
const handlers: Handlers<typeof feature> = {
  async read(context) {
    // @ts-expect-error a GET handler has no transaction and no `emit`
    const { work } = context;
    return { given: Object.keys(context).concat(work === undefined ? [] : ['a way to speak']) };
  },
  async rooms() {
    const kitchen = {
      name: 'La « cuisine »\n"\\\u2028',
      owner: { name: 'Mathilde', secret: 'x' },
      area: 12.5,
      secret: 'x',
    };
    return { rooms: [kitchen, { name: '', owner: null, area: null }], secret: 'x' };
  },
  async change({ work }) {
    return { given: Object.keys(work) };
  },
};

async function servePlain(): Promise<FastifyInstance> {
  const { services } = await startPalabre();
  const app = Fastify() as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(answerCompiler);
  await app.register(multipart);
  serve(app, services, feature, handlers);
  return app;
}

test('a GET handler gets the database, any other handler a transaction and `emit`', async () => {
  const app = await servePlain();
  const read = (await app.inject('/read')).json().given;
  expect(read).toContain('db');
  for (const word of ['work', 'emit', 'rightsChanged', 'afterCommit', 'a way to speak'])
    expect(read).not.toContain(word);
  const change = (await app.inject({ method: 'POST', url: '/change' })).json().given;
  expect(change.sort()).toEqual(['afterCommit', 'db', 'emit', 'rightsChanged']);
});

test('an answer has the fields of its contract, and no other field of its handler', async () => {
  const answer = await (await servePlain()).inject('/rooms');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toEqual({
    rooms: [
      { name: 'La « cuisine »\n"\\\u2028', owner: { name: 'Mathilde' }, area: 12.5 },
      { name: '', owner: null, area: null },
    ],
  });
});

test('a sentence of success is in the language that a client prefers, else in that of the place', async () => {
  const palabre = await startPalabre();
  const person = await palabre.register();
  await palabre.makeAdministrator(person);
  const { method, path } = api.unread.markAll;
  const said = async (language: string) =>
    (await person.raw(method, `/api${path}`, { headers: { 'accept-language': language } })).body.message;
  const { fr, en } = sentences.all_read;
  expect([await said('de'), await said('en-GB')]).toEqual([fr, en]);
  const { version } = await person.ok(api.settings.read);
  await person.ok(api.settings.change, { body: { version, language: 'en' } });
  expect([await said('de'), await said('fr')]).toEqual([en, fr]);
});
