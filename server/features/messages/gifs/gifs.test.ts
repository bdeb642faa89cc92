import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { api } from '@palabre/common/contract/index.ts';
import type { Gif } from '@palabre/common/contract/messages/gifs.ts';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../../../platform/http/errors.ts';
import { startPalabre } from '../../../test/harness.ts';
import { logOf } from '../../../test/log.ts';

const key = 'la-cle-du-fournisseur';
let asked: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const provider = createServer((request, response) => {
  asked.push(request.url ?? '');
  answer(request, response);
});
await new Promise<void>(done => provider.listen(0, '127.0.0.1', done));
afterAll(() => provider.closeAllConnections());
afterAll(() => new Promise(done => provider.close(done)));
const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

const palabre = await startPalabre({ env: { GIF_API_URL: `${origin}/v2`, GIF_API_KEY: key } });
const demo = await startPalabre();
const camille = await palabre.register();
const yann = await demo.register();

const gif = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#1d6a51' } })
  .gif()
  .toBuffer();
const result = (name: string, url = `${origin}/media/${name}`) => ({
  id: name,
  content_description: `Un chat (${name})`,
  media_formats: {
    gif: { url: `${url}.gif`, dims: [498, 373] },
    tinygif: { url: `${url}-tiny.gif`, dims: [220, 165] },
  },
});
const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};
const good: typeof answer = ({ url = '' }, response) => {
  if (url.startsWith('/v2/search')) return json(response, { results: [result('un'), result('deux'), { id: 'rien' }] });
  if (url.startsWith('/v2/categories'))
    return json(response, {
      tags: [
        {
          searchterm: 'dance',
          path: `${origin}/v2/search?q=dance&key=${key}`,
          image: `${origin}/media/c.gif`,
          name: '#dance',
        },
      ],
    });
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(gif);
};
beforeEach(() => {
  asked = [];
  answer = good;
});

let searches = 0;
/** Returns words that no test has searched yet, since answers are cached. */
const fresh = () => {
  searches += 1;
  return `chat ${searches}`;
};
const search = (q = fresh(), limit?: number) =>
  camille.call(api.gifs.search, { query: { q, ...(limit && { limit }) } });
const get = (path: string, token = camille.token) =>
  fetch(palabre.url + path, token ? { headers: { cookie: `token=${token}` } } : {});

describe('GIFs of a provider', () => {
  test('are asked for with the key, which reaches nobody; their pictures come from this server', async () => {
    const q = fresh();
    const { status, body } = await search(q, 5);
    expect(status).toBe(200);
    const sent = new URL(asked[0] ?? '', origin);
    expect(sent.pathname).toBe('/v2/search');
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({ q, limit: '5', media_filter: 'gif,tinygif', key });
    expect(body.results.map(one => one.content_description)).toEqual(['Un chat (un)', 'Un chat (deux)']);
    // Results beyond the requested number are left out.
    expect((await search(fresh(), 1)).body.results).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(key);
    for (const { url, dims } of body.results.flatMap(({ media_formats: m }) => [m.gif, m.tinygif])) {
      expect(url).toMatch(/^\/api\/gif\/media\?[\w%&=.+*-]+$/);
      expect(dims).toHaveLength(2);
    }
    const { gif: whole, tinygif } = body.results[0]?.media_formats ?? {};
    const at = (url = '') => new URL(url, origin).searchParams.get('url');
    expect([at(whole?.url), whole?.dims]).toEqual([`${origin}/media/un.gif`, [498, 373]]);
    expect([at(tinygif?.url), tinygif?.dims]).toEqual([`${origin}/media/un-tiny.gif`, [220, 165]]);
  });

  test('come in categories without a picture or a name too', async () => {
    answer = (_request, response) => json(response, { tags: [{ searchterm: 'dance' }] });
    const { body } = await camille.raw('GET', '/api/gif/categories', { headers: { 'accept-language': 'en' } });
    expect(body).toMatchObject({ tags: [{ searchterm: 'dance', image: '', name: 'dance' }] });
  });

  test('have no categories while the provider refuses, and the log says so', async () => {
    answer = (_request, response) => json(response, {}, 403);
    const lines = logOf(palabre);
    expect((await camille.call(api.gifs.categories)).body.code).toBe('gif_unavailable');
    expect(lines).toMatchObject([{ level: 40, msg: 'GIF provider: categories', err: { type: 'OutgoingError' } }]);
    expect(JSON.stringify(lines)).not.toContain(key);
  });

  test('come in categories whose path is built by this server', async () => {
    const { tags } = await camille.ok(api.gifs.categories);
    expect(tags).toMatchObject([{ searchterm: 'dance', path: '/api/gif/search?q=dance&limit=32', name: '#dance' }]);
    expect(new URL(asked[0] ?? '', origin).searchParams.get('key')).toBe(key);
    expect(JSON.stringify(tags)).not.toContain(key);
    expect(tags[0]?.image).toMatch(/^\/api\/gif\/media\?/);
  });

  test.each(['null', '{}', '{"results":"rien"}'])('are none where the provider answers %s', async said => {
    answer = (_request, response) => response.end(said);
    const { status, body } = await search();
    expect([status, body.results]).toEqual([200, []]);
  });

  test('whose description is too long are shown without it', async () => {
    answer = (_request, response) =>
      json(response, { results: [{ ...result('un'), content_description: 'x'.repeat(1_001) }] });
    expect((await search(fresh())).body.results.map(one => one.content_description)).toEqual(['']);
  });

  test('whose size is no whole number have the nearest one', async () => {
    const scaled = result('un');
    scaled.media_formats.gif.dims = [497.6, 373.4, 2];
    answer = (_request, response) => json(response, { results: [scaled] });
    expect((await search()).body.results?.[0]?.media_formats.gif.dims).toEqual([498, 373]);
  });

  test('are asked for once, however often and by however many people', async () => {
    const q = fresh();
    await Promise.all([search(q), search(q), search(q)]);
    await search(q);
    expect(asked).toHaveLength(1);
  });

  test('are waited for three seconds, and are then unavailable; the next search asks again', async () => {
    const waits: number[] = [];
    const timed = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
      waits.push(ms);
      return AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
    });
    onTestFinished(() => timed.mockRestore());
    const q = fresh();
    const late = await search(q);
    expect([late.status, late.body.code, waits]).toEqual([502, 'gif_unavailable', [3_000]]);
    timed.mockRestore();
    expect((await search(q)).status).toBe(200);
  });

  test('are asked for in the language of each person, and kept by language', async () => {
    const q = fresh();
    for (const language of ['fr-FR', 'en-GB', 'fr-FR'])
      await camille.raw('GET', `/api/gif/search?${new URLSearchParams({ q })}`, {
        headers: { 'accept-language': language },
      });
    expect(asked.map(path => new URL(path, origin).searchParams.get('locale'))).toEqual(['fr_FR', 'en_US']);
  });

  test.each<[string, typeof answer]>([
    ['refuses', (_request, response) => json(response, {}, 403)],
    ['answers what is no JSON', (_request, response) => response.end('<html>')],
    ['redirects', (_request, response) => response.writeHead(302, { location: `${origin}/v2/autre` }).end()],
    ['closes the connection', ({ socket }) => socket.destroy()],
    ['never ends', (_request, response) => void response.write(' '.repeat(3 * 1024 * 1024))],
    ['never answers', () => {}],
  ])('are a 502 when it %s, and are asked for again the next time', async (_what, how) => {
    answer = how;
    const q = fresh();
    const lines = logOf(palabre);
    const { status, body } = await search(q);
    // The page is told nothing more; operators read the cause in the log.
    expect(lines).toMatchObject([
      { level: 40, msg: 'GIF provider: search', err: { type: expect.stringMatching(/Error$/) } },
    ]);
    expect(JSON.stringify(lines)).not.toContain(key);
    expect([status, body.code, body.message]).toEqual([502, 'gif_unavailable', 'Error loading gifs :(']);
    expect(asked).toHaveLength(1);
    answer = good;
    expect((await search(q)).status).toBe(200);
  });

  test('are shown with the session’s cookie, as pictures, and cached', async () => {
    const { results } = (await search()).body;
    const url = results[0]?.media_formats.gif.url ?? '';
    expect((await get(url, '')).status).toBe(401);
    const reply = await get(url);
    expect(reply.status).toBe(200);
    // A client without cookies reads it by its token.
    expect((await camille.raw('GET', url)).status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/gif',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(Buffer.from(await reply.arrayBuffer()).equals(gif)).toBe(true);
    const before = asked.length;
    // A person over their limit may still see cached GIFs.
    const spending = vi.spyOn(palabre.services.limits, 'spend').mockRejectedValue(new AppError('too_many_requests'));
    expect((await get(url)).status).toBe(200);
    expect((await get(results[1]?.media_formats.gif.url ?? '')).status).toBe(429);
    for (const { status } of [await search(), await camille.call(api.gifs.categories)]) expect(status).toBe(429);
    spending.mockRestore();
    expect(asked).toHaveLength(before);
  });

  test('are fetched each time beyond four megabytes, and once up to there', async () => {
    const sizes = [4 * 1024 * 1024, 4 * 1024 * 1024 + 1];
    answer = ({ url = '' }, response) => {
      if (url.startsWith('/v2')) return json(response, { results: [result('juste'), result('trop')] });
      const size = sizes[url.endsWith('juste.gif') ? 0 : 1] ?? 0;
      response.end(Buffer.concat([gif, Buffer.alloc(size - gif.length)]));
    };
    const { results } = (await search()).body;
    for (const n of [0, 1, 0, 1]) {
      const reply = await get(results[n]?.media_formats.gif.url ?? '');
      expect([reply.status, (await reply.arrayBuffer()).byteLength]).toEqual([200, sizes[n]]);
    }
    expect(asked.slice(1)).toEqual(['juste', 'trop', 'trop'].map(name => `/media/${name}.gif`));
  });

  test('are fetched up to twelve megabytes, within ten seconds', async () => {
    const sizes = [12 * 1024 * 1024, 12 * 1024 * 1024 + 1];
    answer = ({ url = '' }, response) => {
      if (url.startsWith('/v2')) return json(response, { results: [result('grand'), result('énorme')] });
      const size = sizes[url.endsWith('grand.gif') ? 0 : 1] ?? 0;
      response.end(Buffer.concat([gif, Buffer.alloc(size - gif.length)]));
    };
    const urls = (await search()).body.results.map(({ media_formats }) => media_formats.gif.url);
    const timed = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timed.mockRestore());
    const statuses: number[] = [];
    for (const url of urls) statuses.push((await get(url)).status);
    expect([statuses, timed.mock.calls.flat()]).toEqual([
      [200, 502],
      [10_000, 10_000],
    ]);
  });

  test('that the provider is slow to send delay no other picture', async () => {
    const slow: Parameters<typeof answer>[] = [];
    answer = (...given) => {
      if (given[0].url?.startsWith('/media')) slow.push(given);
      else json(given[1], { results: Array.from({ length: 16 }, (_, n) => result(`lent-${n}`)) });
    };
    const found = (await search(fresh(), 16)).body.results.flatMap(({ media_formats: m }) => [m.gif, m.tinygif]);
    const spending = vi.spyOn(palabre.services.limits, 'spend');
    const waiting = found.map(({ url }) => get(url));
    await vi.waitFor(() => expect(spending).toHaveBeenCalledTimes(32));
    const statuses: number[] = [];
    void get('/api/gif/media?demo=dance-1').then(({ status }) => statuses.push(status));
    await expect.poll(() => statuses).toEqual([200]);
    spending.mockRestore();
    answer = good;
    for (const given of slow) good(...given);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(32).fill(200));
  });

  test('cannot make the server fetch any other address', async () => {
    const url = (await search()).body.results[0]?.media_formats.gif.url ?? '';
    const query = new URLSearchParams(url.split('?')[1]);
    query.set('url', `${origin}/v2/search?q=x`);
    expect((await get(`/api/gif/media?${query}`)).status).toBe(404);
    query.set('sign', 'court');
    expect((await get(`/api/gif/media?${query}`)).status).toBe(404);
    query.delete('sign');
    expect((await get(`/api/gif/media?${query}`)).status).toBe(404);
  });

  test.each([
    ['this machine', 'http://127.0.0.1:1/a'],
    ['another port of the provider’s machine', 'https://127.0.0.1/a'],
    ['the network it stands in', 'https://10.0.0.1/a'],
    ['what a cloud tells its machines', 'https://169.254.169.254/a'],
    ['the same, written otherwise', 'https://[::ffff:169.254.169.254]/a'],
    ['a name of this machine', 'https://localhost/a'],
    ['what is not encrypted', 'http://exemple.fr/a'],
  ])('are not fetched from %s, even when the provider says so', async (_what, url) => {
    answer = (_request, response) => json(response, { results: [result('x', url)] });
    const found = (await search()).body.results[0]?.media_formats.gif.url ?? '';
    expect(found).toMatch(/^\/api\/gif\/media/);
    const lines = logOf(palabre);
    const reply = await get(found);
    expect([reply.status, (await reply.json()).code]).toEqual([502, 'gif_unavailable']);
    expect(lines).toMatchObject([{ level: 40, msg: 'GIF provider: picture', err: { type: 'OutgoingError' } }]);
  });

  test('leave no connection to the provider open once the server has stopped', async () => {
    const open = new Set<Socket>();
    const count = (socket: Socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    };
    const { keepAliveTimeout } = provider;
    // Without this, a connection that nobody uses would be closed by itself.
    provider.keepAliveTimeout = 60_000;
    provider.on('connection', count);
    onTestFinished(() => void Object.assign(provider.off('connection', count), { keepAliveTimeout }));
    const other = await startPalabre({ env: { GIF_API_URL: `${origin}/v2`, GIF_API_KEY: key } });
    await (await other.register()).ok(api.gifs.search, { query: { q: fresh() } });
    expect(open.size).toBe(1);
    await other.stop();
    await expect.poll(() => open.size).toBe(0);
  });

  test('are served as pictures alone', async () => {
    const { results } = (await search()).body;
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/gif' });
      response.end('<script>alert(1)</script>');
    };
    expect((await get(results[1]?.media_formats.gif.url ?? '')).status).toBe(502);
  });
});

describe('GIFs without a provider', () => {
  test('come in twelve categories of Palabre’s own drawings', async () => {
    const { tags } = await yann.ok(api.gifs.categories);
    expect(tags.map(({ searchterm }) => searchterm)).toEqual([
      ...['sleepy', 'hello', 'hugs', 'ok', 'please', 'thank you', 'miss you', 'wink', 'whatever', 'hungry'],
      ...['dance', 'annoyed'],
    ]);
    const drawings = new Set<string>();
    for (const { searchterm, image } of tags) {
      const { results } = await yann.ok(api.gifs.search, { query: { q: searchterm } });
      expect(results.length, searchterm).toBeGreaterThan(0);
      const reply = await fetch(demo.url + image, { headers: { cookie: `token=${yann.token}` } });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
      const drawing = await reply.text();
      drawings.add(drawing);
      const { format } = await sharp(Buffer.from(drawing)).metadata();
      expect(format).toBe('svg');
    }
    // All drawings differ.
    expect(drawings.size).toBe(12);
  });

  test('are found by French words; words without a match find them all', async () => {
    const found = async (q: string) => (await yann.ok(api.gifs.search, { query: { q } })).results;
    expect((await found('Câlin')).map(one => one.content_description)).toEqual([
      'L’arbre ouvre les bras',
      'L’arbre ouvre les bras',
    ]);
    // The beginning of a word matches too, unless it is one or two letters, which begin many words.
    expect((await found('musi')).map(one => one.content_description)).toEqual(['L’arbre danse', 'L’arbre danse']);
    expect(await found('mu')).toHaveLength(24);
    expect(await found('chemin de fer')).toHaveLength(24);
    const few = await yann.ok(api.gifs.search, { query: { q: 'chemin de fer', limit: 5 } });
    expect(few.results).toHaveLength(5);
  });

  test('are described in the language of each person, by day and by night, and stand still for who wants no motion', async () => {
    const headers = { 'accept-language': 'en' };
    const { body } = await yann.raw<{ results: Gif[] }>('GET', '/api/gif/search?q=hugs', { headers });
    expect(body.results.map(one => one.content_description)).toEqual(Array(2).fill('The tree opens its arms'));
    const drawn = await Promise.all(
      body.results.map(async ({ media_formats: m }) => {
        const reply = await fetch(demo.url + m.gif.url, { headers: { cookie: `token=${yann.token}` } });
        return reply.text();
      }),
    );
    expect(new Set(drawn).size).toBe(2);
    for (const one of drawn) expect(one).toMatch(/prefers-reduced-motion:reduce\)\{\*\{animation:none/);
  });

  test('have no other drawing', async () => {
    const reply = await fetch(`${demo.url}/api/gif/media?demo=../jwt-secret`, {
      headers: { cookie: `token=${yann.token}` },
    });
    expect(reply.status).toBe(404);
  });
});
