import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, beforeEach, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { headOf, speakTo, statusOf } from '../../test/floods/bare.ts';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { gather } from '../../test/people/team.ts';
import { picture } from '../../test/pictures.ts';
import { AppError } from './errors.ts';
import type { Shares } from './floods/shares.ts';

/** Tests the kind of turn that each request takes; `floods/` tests turns themselves. */

let palabre: Palabre;
let camille: Person;
let channelId: string;
let entered: MockInstance<Shares['enter']>;
/** For how long each request that was answered had been served, when it was. */
let answered: (boolean | null)[] = [];
beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
  channelId = (await gather(camille)).welcome._id;
  const { shares } = palabre.services;
  const enter = shares.enter.bind(shares);
  entered = vi.spyOn(shares, 'enter').mockImplementation(async (...asked) => {
    const turn = await enter(...asked);
    return {
      answered: since => {
        answered.push(typeof since === 'number' ? since <= performance.now() : null);
        turn.answered(since);
      },
    };
  });
});
beforeEach(() => {
  entered.mockClear();
  answered = [];
});

const address = '127.0.0.1';
const turns = () => entered.mock.calls.map(([asker, kind]) => [asker.userId, kind]);

it('A request takes the turn of its kind among those of its person, and spends it once it is answered', async () => {
  const bytes = await picture(60, 60).png().toBuffer();
  const reading = (headers: Record<string, string>) => camille.raw('GET', '/api/user/me', { headers });
  await reading({});
  await reading({ priority: 'u=7' });
  await reading({ priority: 'i, u=7' });
  await reading({ priority: 'u=70' });
  const { method, path } = api.unread.markAll;
  await camille.raw(method, `/api${path}`, { headers: { priority: 'u=7' } });
  await camille.ok(api.messages.send, { body: { channelId, content: 'Bonjour' } });
  await camille.ok(api.messages.send, { body: { channelId }, files: [{ bytes: Buffer.from('a'), name: 'a.txt' }] });
  await camille.ok(api.workspaces.create, { body: { title: 'Atelier' }, image: { bytes } });
  expect(turns().map(([, kind]) => kind)).toEqual([
    ...['readings', 'refreshes', 'refreshes', 'readings'],
    ...['changes', 'changes', 'files', 'pictures'],
  ]);
  expect(entered.mock.calls.every(([asker]) => asker.userId === camille.id && asker.address === address)).toBe(true);
  expect(answered).toEqual(Array(8).fill(true));
});

it('A request without a session takes a turn among strangers, whatever it is answered', async () => {
  await palabre.nobody.call(api.users.me);
  await palabre.nobody.raw('GET', '/api/user/me', { headers: { priority: 'u=7' } });
  await palabre.nobody.ok(api.settings.shown);
  await palabre.nobody.raw('GET', '/nowhere');
  expect(turns()).toEqual([
    [null, 'readings'],
    [null, 'readings'],
    [null, 'readings'],
    [null, 'readings'],
  ]);
  expect(answered).toHaveLength(4);
});

it('A request that is refused before it is served spends its turn too', async () => {
  expect((await camille.raw('POST', '/api/message', { body: '{' })).status).toBe(400);
  expect((await camille.raw('GET', '/api/channel/none')).status).toBe(404);
  expect(answered).toEqual([null, null]);
});

it.each(['/api/settings', '/login', '/nowhere', '/api/user/me'])(
  'A request of %s that gets no turn is refused, and not served',
  async path => {
    const serving = vi.spyOn(palabre.services.settings, 'shown');
    onTestFinished(() => serving.mockRestore());
    entered.mockRejectedValueOnce(new AppError('too_many_requests', { retryAfter: 7 }));
    const refused = await palabre.nobody.raw<{ code: string }>('GET', path);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      ...[429, 'too_many_requests', '7'],
    ]);
    expect([turns().length, answered, serving.mock.calls]).toEqual([1, [], []]);
  },
);

it('A body that is announced and empty is none, and the word before a token may be written in any case', async () => {
  const { method, path } = api.unread.markAll;
  const { token } = camille;
  for (const word of ['Bearer', 'bearer', 'BEARER']) {
    const { answer } = await speakTo(palabre, [
      `${headOf(method, `/api${path}`, {
        ...{ authorization: `${word} ${token}`, 'content-type': 'application/json', connection: 'close' },
        'transfer-encoding': 'chunked',
      })}0\r\n\r\n`,
    ]);
    expect([word, statusOf(await answer)]).toEqual([word, 200]);
  }
  for (const authorization of [`Basic ${token}`, `${token}`, 'Bearer'])
    expect((await palabre.nobody.raw(method, `/api${path}`, { headers: { authorization } })).status).toBe(401);
});

it('A parameter that is left empty is one that is not given', async () => {
  const all = await camille.raw('GET', '/api/workspace');
  const filtered = await camille.raw('GET', '/api/workspace?search=&society=&cursor=');
  expect([filtered.status, filtered.body]).toEqual([200, all.body]);
});
