import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import Fastify from 'fastify';
import { pino } from 'pino';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../../../app.ts';
import { type Palabre, startPalabre } from '../../../test/harness.ts';
import { keepLog } from '../../../test/log.ts';
import { createDatabase, newId } from '../../postgres/db.ts';
import { AppError } from '../errors.ts';
import { registerFailures } from './failures.ts';
import { Lateness } from './lateness.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre();
});

const register = (body: unknown, language: string) =>
  palabre.nobody.raw('POST', '/api/user/register', { body, headers: { 'accept-language': language } });
const wrong = { firstName: ' ', lastName: 3, email: 'nobody', password: 'court' };

describe('a failure', () => {
  it('names each wrong field once, by the first thing that is wrong, in French', async () => {
    const { status, body } = await register(wrong, 'fr-FR,fr;q=0.9,en;q=0.5');
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.issues).toEqual([
      { path: 'firstName', message: 'Ce champ est requis.' },
      { path: 'lastName', message: 'Cette valeur n’est pas du type attendu.' },
      { path: 'email', message: 'Veuillez entrer une adresse e-mail valide' },
      { path: 'password', message: 'Le mot de passe doit contenir au moins 8 caractères' },
    ]);
  });

  it('names twenty wrong values at most, of a list of however many', async () => {
    const person = await palabre.register();
    const body = { emails: Array(30).fill('nobody') };
    const failed = await person.call(api.emailInvites.create, { params: { id: newId() }, body });
    expect([failed.status, failed.body.code]).toEqual([400, 'invalid_input']);
    expect(failed.body.issues?.map(({ path }) => path)).toEqual(Array.from({ length: 20 }, (_, n) => `emails.${n}`));
  });

  it('is in English when the client prefers English, however it says so', async () => {
    expect((await register(wrong, ' EN')).body.message).toBe('The submitted data is not valid.');
    // Too long, and on more than one line: only the first fault of the field is reported.
    const { body } = await register({ ...wrong, firstName: 'x\n'.repeat(81) }, 'en-GB,en;q=0.9');
    expect(body.message).toBe('The submitted data is not valid.');
    expect(body.issues?.map(issue => issue.message)).toEqual([
      'At most 80 characters are allowed.',
      'This value is not of the expected type.',
      'Please enter a valid e-mail address',
      'The password must be at least 8 characters long',
    ]);
  });

  it('names the limit that a value passes, in both languages', async () => {
    const person = await palabre.register();
    const many = (count: number) => ({ users: Array.from({ length: count }, () => newId()) });
    const said = async (method: string, path: string, body?: object) => {
      const ask = (language: string) => person.raw(method, path, { body, headers: { 'accept-language': language } });
      const replies = [await ask('fr'), await ask('en')];
      return replies.map(reply => (reply.body.issues ?? []).map(({ message }) => message));
    };
    const page = (limit: number) => `/api/message/paginated?channelId=${newId()}&limit=${limit}`;
    expect(
      await said('POST', '/api/channel', { title: 'x'.repeat(81), visibility: 'public', workspaceId: newId() }),
    ).toEqual([['Il faut au plus 80 caractères.'], ['At most 80 characters are allowed.']]);
    expect(await said('POST', '/api/availability/urgent', { reason: 'Vite', nonce: randomUUID() })).toEqual([
      ['Il faut au moins 10 caractères.'],
      ['At least 10 characters are needed.'],
    ]);
    expect(await said('POST', '/api/conversation', many(26))).toEqual([
      ['Il faut au plus 25 éléments.'],
      ['At most 25 items are allowed.'],
    ]);
    expect(await said('POST', '/api/conversation', many(0))).toEqual([
      ['Il faut au moins un élément.'],
      ['At least one item is needed.'],
    ]);
    expect(await said('GET', page(0))).toEqual([['Il faut au moins 1.'], ['It must be at least 1.']]);
    expect(await said('GET', page(101))).toEqual([['Il faut au plus 100.'], ['It must be at most 100.']]);
  });

  it.each([
    ['a malformed URL', '/api/workspace/%E0%A4%A', 400, 'invalid_input'],
    ['an unknown path', '/api/nowhere', 404, 'not_found'],
    ['the root of the API', '/api', 404, 'not_found'],
  ])('has a code and a sentence for %s', async (_what, path, status, code) => {
    const reply = await palabre.nobody.raw('GET', path);
    expect([reply.status, Object.keys(reply.body).sort()]).toEqual([status, ['code', 'message']]);
    expect(reply.body.code).toBe(code);
  });
});

describe('an answer of the API', () => {
  it('is never cached', async () => {
    const person = await palabre.register();
    for (const path of ['/api/user/me', '/api/user', '/api/workspace']) {
      expect((await person.raw('GET', path)).headers.get('cache-control'), path).toBe('no-store');
    }
  });

  it('sends nobody to https who comes by http', async () => {
    const { headers } = await palabre.nobody.raw('GET', '/api/user/me');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('content-security-policy')).toContain(
      `connect-src 'self' ${palabre.services.env.publicUrl.replace('http', 'ws')};`,
    );
  });
});

describe('a request that has waited until the server stops', () => {
  it('is answered 503, as one that comes later', async () => {
    const fastify = Fastify();
    registerFailures(fastify, pino({ enabled: false }), () => {}, new Lateness(false));
    const { pool, kysely, close } = createDatabase('postgres://nobody@127.0.0.1:9/none');
    await expect(kysely.selectFrom('users').execute()).rejects.toThrow();
    await close();
    fastify.get('/by-pool', () => pool.query('SELECT'));
    fastify.get('/by-builder', () => kysely.selectFrom('users').execute());
    for (const path of ['/by-pool', '/by-builder']) {
      const reply = await fastify.inject(path);
      expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    }
    await fastify.close();
  });
});

describe('a database that is away', () => {
  it.each([
    ['nothing listens', '127.0.0.1:9/none'],
    ['its name is unknown', 'away.invalid/none'],
    ['its socket is gone', 'localhost/none?host=/nowhere'],
  ])('is answered 503 with Retry-After: %s', async (_why, place) => {
    const fastify = Fastify();
    registerFailures(fastify, pino({ enabled: false }), () => {}, new Lateness(false));
    const { pool, close } = createDatabase(`postgres://nobody@${place}`);
    fastify.get('/', () => pool.query('SELECT'));
    const reply = await fastify.inject('/');
    expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    await close();
    await fastify.close();
  });
});

describe('a process out of descriptors', () => {
  it('answers 503 with Retry-After, and logs why once', async () => {
    const { logger, lines } = keepLog();
    const fastify = Fastify();
    registerFailures(fastify, logger, () => {}, new Lateness(false));
    for (const code of ['EMFILE', 'ENFILE'])
      fastify.get(`/${code}`, () => Promise.reject(Object.assign(new Error(`${code}: too many open files`), { code })));
    for (const path of ['/EMFILE', '/ENFILE', '/EMFILE']) {
      const reply = await fastify.inject(path);
      expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    }
    await fastify.close();
    const msg = 'out of descriptors: allow more of them (ulimit -n)';
    expect(lines).toMatchObject([{ level: 50, msg, route: '/EMFILE', err: { code: 'EMFILE' } }]);
  });
});

describe('an error of the database', () => {
  it.each([
    ['22P02', 400, 'invalid_input'],
    ['23503', 409, 'changed_meanwhile'],
    ['23505', 409, 'changed_meanwhile'],
    ['40001', 409, 'changed_meanwhile'],
    ['40P01', 409, 'changed_meanwhile'],
    ['53300', 503, 'unavailable'],
    ['57P01', 503, 'unavailable'],
    ['42703', 500, 'internal'],
  ])(
    'of code %s is answered with %i, and nothing that it says; what nobody expects is logged',
    async (code, status, told) => {
      const { logger, lines } = keepLog();
      const fastify = Fastify();
      registerFailures(fastify, logger, () => {}, new Lateness(false));
      fastify.get('/place/:id', () => Promise.reject(Object.assign(new Error('relation « secret »'), { code })));
      const reply = await fastify.inject('/place/7?token=un-jeton');
      const err = { code, message: 'relation « secret »' };
      const line = { level: 50, msg: 'request failed', route: '/place/:id', err };
      expect(lines).toMatchObject(told === 'internal' ? [line] : []);
      expect([reply.statusCode, reply.json().code]).toEqual([status, told]);
      expect(reply.body).not.toContain('secret');
      await fastify.close();
    },
  );
});

it('a failure is counted against its person and address, by the length of its body, and as the refusal that it is', async () => {
  const fastify = Fastify();
  onTestFinished(() => fastify.close());
  for (const name of ['address', 'actor']) fastify.decorateRequest(name, null);
  const counted = vi.fn((_who: unknown, _bytes: number, _response: unknown, send: () => void) => send());
  const refuse = vi.fn();
  registerFailures(fastify, pino({ enabled: false }), refuse, { answer: counted } as never);
  fastify.addHook('onRequest', async request => {
    if (request.headers.person) request.actor = { userId: String(request.headers.person) } as never;
  });
  fastify.post('/', () => Promise.reject(new AppError('too_many_requests', { refusal: 'mark', retryAfter: 7 })));
  const ask = (headers: Record<string, string>) =>
    fastify.inject({ method: 'POST', url: '/', payload: { a: 'x' }, headers });
  const reply = await ask({ person: 'camille' });
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '7']);
  await ask({});
  await fastify.inject('/nowhere');
  const address = '127.0.0.1';
  expect(counted.mock.calls.map(([who, bytes]) => [who, bytes])).toEqual([
    [{ userId: 'camille', address }, 9],
    [{ userId: null, address }, 9],
    [{ userId: null, address }, 0],
  ]);
  expect(refuse.mock.calls).toEqual([['mark'], ['mark']]);
});

describe('a full disk', () => {
  it('answers 507, and is logged once with its cause', async () => {
    const { logger, lines } = keepLog();
    const fastify = Fastify();
    registerFailures(fastify, logger, () => {}, new Lateness(false));
    const failures: Record<string, Error> = {
      database: Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }),
      files: new AppError('storage_full', {
        cause: Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }),
      }),
    };
    for (const [path, error] of Object.entries(failures)) fastify.get(`/${path}`, () => Promise.reject(error));
    for (const [path, code] of [
      ['database', 'database_full'],
      ['database', 'database_full'],
      ['files', 'storage_full'],
    ]) {
      const reply = await fastify.inject(`/${path}`);
      expect([reply.statusCode, reply.json().code]).toEqual([507, code]);
      expect(reply.body).not.toContain('space');
    }
    await fastify.close();
    const message = expect.stringMatching(/no space left/i);
    expect(lines).toMatchObject([
      { level: 50, msg: 'no room left for the database', route: '/database', err: { code: '53100', message } },
      { level: 50, msg: 'no room left for files', route: '/files', err: { code: 'storage_full', message } },
    ]);
  });
});

it('a request head has fifteen seconds to come, which is looked at each second', async () => {
  const { env, database, logger } = palabre.services;
  const app = await buildApp({ env, database, logger, byTheClock: false });
  onTestFinished(() => app.close());
  expect(app.fastify.server).toMatchObject({ headersTimeout: 15_000, connectionsCheckingInterval: 1_000 });
});

describe('a server that is about to stop', () => {
  it('answers 503 to every new request, and says so to monitoring', async () => {
    const { env, database, logger } = palabre.services;
    const app = await buildApp({ env, database, logger, byTheClock: false });
    onTestFinished(() => app.close());
    const ask = async (url: string) => {
      const reply = await app.fastify.inject(url);
      return [reply.statusCode, reply.json(), reply.headers['retry-after']];
    };
    expect(await ask('/api/setting')).toEqual([404, expect.objectContaining({ code: 'not_found' }), undefined]);
    app.drain();
    for (const path of ['/api/user/me', '/api/nowhere', `/api${api.settings.shown.path}`])
      expect(await ask(path)).toEqual([503, expect.objectContaining({ code: 'unavailable' }), '2']);
    const [status, ready] = await ask('/readyz');
    expect([status, ready.status, ready.reasons]).toEqual([503, 'down', expect.arrayContaining(['draining'])]);
    expect((await ask('/healthz'))[0]).toBe(200);
  });
});

describe('a body of JSON', () => {
  it('is refused when it is nested deeper than any page nests, or has more values, whatever else it says', async () => {
    const login = { email: 'personne@exemple.fr', password: 'un mot de passe' };
    const deep = (times: number) => JSON.parse('['.repeat(times) + ']'.repeat(times));
    const statusOf = async (more: unknown) =>
      (await palabre.nobody.raw('POST', '/api/user/login', { body: { ...login, more } })).status;
    expect([await statusOf(deep(31)), await statusOf(deep(32))]).toEqual([401, 400]);
    const person = await palabre.register();
    const many = (count: number) => person.raw('POST', '/api/channel', { body: { more: Array(count).fill(1) } });
    const [few, more] = [await many(29_000), await many(31_000)];
    expect([few.body.code, more.body.code]).toEqual(['invalid_input', 'invalid_input']);
    // The body with fewer values was read: its fields are validated.
    expect([few.body.issues?.length, more.body.issues]).toEqual([expect.any(Number), undefined]);
  });
});
