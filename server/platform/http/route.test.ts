import multipart from '@fastify/multipart';
import { access, endpoint } from '@palabre/common/contract/define.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startPalabre } from '../../test/harness.ts';
import { type Handlers, serve } from './route.ts';

const output = z.object({ given: z.array(z.string()) });
const feature = {
  read: endpoint({ method: 'GET', path: '/read', access: access.public, summary: 'Reads', output }),
  change: endpoint({ method: 'POST', path: '/change', access: access.public, summary: 'Changes', output }),
};
const handlers: Handlers<typeof feature> = {
  async read(context) {
    // @ts-expect-error what only reads has nothing to say, and nothing to say it with
    const { work } = context;
    return { given: Object.keys(context).concat(work === undefined ? [] : ['a way to speak']) };
  },
  async change({ work }) {
    return { given: Object.keys(work) };
  },
};

test('what only reads is given the database, what changes something a transaction and a way to speak', async () => {
  const { services } = await startPalabre();
  const app = Fastify() as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  await app.register(multipart);
  serve(app, services, feature, handlers);
  const read = (await app.inject('/read')).json().given;
  expect(read).toContain('db');
  for (const word of ['work', 'emit', 'rightsChanged', 'afterCommit', 'a way to speak'])
    expect(read).not.toContain(word);
  const change = (await app.inject({ method: 'POST', url: '/change' })).json().given;
  expect(change.sort()).toEqual(['afterCommit', 'db', 'emit', 'rightsChanged']);
});
