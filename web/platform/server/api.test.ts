// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { idleMs } from '../device/input.ts';
import { endSession, login, useSession, whatEnded } from '../session/session.ts';
import { ApiError, atField, call, isPassing, isRefusal, onRefusal } from './api.ts';

const request = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const sent = () => {
  const [url, init] = request.mock.lastCall ?? [];
  return { url, init: init ?? {}, headers: new Headers(init?.headers) };
};
const failure = (calling: Promise<unknown>) => calling.then(() => null).catch((cause: unknown) => cause as ApiError);

beforeEach(() => {
  vi.stubGlobal('fetch', request);
  request.mockReset();
  endSession('logout');
});

test('A call sends the token, the language and its input to its endpoint', async () => {
  login('a.b.c', { _id: 'camille' });
  request.mockResolvedValue(answer(200, { users: [], online: 0, total: 0 }));
  const got = await call(api.members.list, {
    params: { id: 'é/1' },
    query: { search: 'a b', limit: undefined, offset: null },
  });
  expect(got).toEqual({ users: [], online: 0, total: 0 });
  expect(sent().url).toBe('/api/workspace/%C3%A9%2F1/members?search=a+b');
  expect(sent().headers.get('authorization')).toBe('Bearer a.b.c');
  expect(sent().headers.get('accept-language')).toBe('fr');
  expect(sent().init.credentials).toBe('same-origin');
});

test('A call says for how long nobody has touched the page, once that is longer than activity is late', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  login('a.b.c', { _id: 'camille' });
  request.mockImplementation(async () => answer(200, { user: {} }));
  const saidAfter = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    await call(api.users.me);
    return sent().headers.get('idle-ms');
  };
  const now = idleMs();
  expect(await saidAfter(14_999 - now)).toBeNull();
  expect(await saidAfter(1)).toBe('15000');
  expect(await saidAfter(86_400_000)).toBe('86415000');
  // Without a session there is nothing to say it of.
  await call(api.users.verifyToken, { body: { token: 'x' } });
  expect(sent().headers.has('idle-ms')).toBe(false);
});

test('A call with a picture is multipart, without one it is JSON', async () => {
  request.mockImplementation(async () => answer(201, { workspace: {} }));
  const body = { title: 'Atelier', tags: ['a', 'b'], restricted: true, description: null };
  await call(api.workspaces.create, { body });
  expect(JSON.parse(String(sent().init.body))).toEqual(body);
  await call(api.workspaces.create, { body, image: new File(['x'], 'cropped-logo.png', { type: 'image/png' }) });
  const form = sent().init.body as FormData;
  expect(sent().headers.has('content-type')).toBe(false);
  expect([...form.keys()]).toEqual(['title', 'tags', 'restricted', 'logo']);
  expect([form.get('tags'), form.get('restricted')]).toEqual(['["a","b"]', 'true']);
  expect((form.get('logo') as File).name).toBe('cropped-logo.png');
});

test('A failure has the server’s code, its sentence and its retry-after', async () => {
  const body = { code: 'unavailable', message: 'Palabre redémarre.' };
  request.mockResolvedValue(answer(503, body, { 'retry-after': '7' }));
  const cause = await failure(call(api.users.login, { body: { email: 'a@b.fr', password: 'x' } }));
  expect(cause).toBeInstanceOf(ApiError);
  expect(cause).toMatchObject({ status: 503, code: 'unavailable', message: 'Palabre redémarre.', retryAfter: 7 });
});

test('A call without a response fails with a sentence that Palabre cannot be reached', async () => {
  request.mockRejectedValue(new TypeError('Failed to fetch'));
  const cause = await failure(call(api.users.verifyToken, { body: { token: 'x' } }));
  expect(cause).toMatchObject({ status: 0, code: 'network' });
  expect(cause?.message).toMatch(/^Impossible de joindre Palabre/);
});

test('A response that is not JSON, such as a proxy’s page, is a failure with a sentence', async () => {
  request.mockResolvedValue(new Response('<html>Bad gateway</html>', { status: 502 }));
  const cause = await failure(call(api.users.verifyToken, { body: { token: 'x' } }));
  expect(cause).toMatchObject({ status: 502, code: 'unavailable' });
  expect(cause?.message).toMatch(/^Palabre redémarre/);
  request.mockResolvedValue(new Response('<html>Not found</html>', { status: 404 }));
  const refused = await failure(call(api.users.verifyToken, { body: { token: 'x' } }));
  expect(refused).toMatchObject({ status: 404, message: 'Une erreur est survenue', isTold: false });
  expect(refused).toMatchObject({ code: 'internal', retryAfter: null, issues: [] });
  // Nor is an answer without a body damaged JSON.
  request.mockResolvedValue(new Response(null, { status: 204, headers: { 'content-type': 'application/json' } }));
  expect(await call(api.users.verifyToken, { body: { token: 'x' } })).toBeNull();
});

test('A 401 to a call with the session ends the session; a refused password does not', async () => {
  login('a.b.c', { _id: 'camille' });
  request.mockImplementation(async () =>
    answer(401, { code: 'bad_credentials', message: 'Erreur d’authentification' }),
  );
  await failure(call(api.users.login, { body: { email: 'a@b.fr', password: 'x' } }));
  expect(useSession.getState().token).toBe('a.b.c');
  request.mockImplementation(async () => answer(401, { code: 'unauthorized', message: 'Votre session a expiré.' }));
  await failure(call(api.users.me));
  expect(useSession.getState().token).toBeNull();
});

test('A 401 to a call of another session than the page’s, or that came once it had changed, leaves the page its session', async () => {
  login('a.b.c', { _id: 'camille' });
  request.mockImplementation(async () => {
    login('d.e.f', { _id: 'leonie' });
    return answer(401, { code: 'unauthorized', message: 'Votre session a expiré.' });
  });
  await failure(call(api.users.me));
  expect(useSession.getState().token).toBe('d.e.f');
  await failure(call(api.users.me, {}, { token: 'g.h.i' }));
  expect(sent().headers.get('authorization')).toBe('Bearer g.h.i');
  expect(useSession.getState().token).toBe('d.e.f');
});

test('A 401 that says why a session is over has the login page say it', async () => {
  for (const [code, said] of [
    ['session_suspended', 'suspension'],
    ['session_stay_over', 'stay-over'],
    // One that says nothing of that is a session that has expired.
    ['forbidden', null],
  ]) {
    login('a.b.c', { _id: 'camille' });
    // The end of another session says nothing of this session.
    expect(whatEnded()).toBeNull();
    request.mockResolvedValue(answer(401, { code, message: 'Non.' }));
    await failure(call(api.users.me));
    expect([useSession.getState().token, whatEnded()]).toEqual([null, said]);
  }
});

test('A call refused until the person has done something is made again once they have, and is no failure to tell where they would not', async () => {
  login('a.b.c', { _id: 'camille' });
  const refusal = () => answer(403, { code: 'forbidden', message: 'Votre mot de passe d’abord.' });
  const mend = vi.fn(async () => true);
  onTestFinished(onRefusal('forbidden', mend));
  request.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(answer(200, { user: {} }));
  expect(await call(api.users.me)).toEqual({ user: {} });
  expect([mend.mock.calls.length, request.mock.calls.length]).toEqual([1, 2]);
  // Refused again, it asks no second time.
  request.mockImplementation(async () => refusal());
  expect(await failure(call(api.users.me))).toMatchObject({ code: 'forbidden', declined: false });
  expect([mend.mock.calls.length, request.mock.calls.length]).toEqual([2, 4]);
  mend.mockResolvedValue(false);
  expect(await failure(call(api.users.me))).toMatchObject({ code: 'forbidden', declined: true });
  expect(request).toHaveBeenCalledTimes(5);
  expect(await failure(call(api.users.me, {}, { mend: false }))).toMatchObject({ declined: false });
  expect(mend).toHaveBeenCalledTimes(3);
  // It is made again as it was.
  mend.mockResolvedValue(true);
  request.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(answer(200, { isValid: true }));
  await call(api.users.verifyToken, { body: { token: 'x' } }, { token: 'd.e.f', background: true });
  const made = request.mock.calls.slice(-2).map(([address, init]) => {
    const headers = new Headers(init?.headers);
    return [address, init?.body, headers.get('authorization'), headers.get('priority')];
  });
  expect(made).toEqual(Array(2).fill(['/api/user/verify-token', '{"token":"x"}', 'Bearer d.e.f', 'u=7']));
});

test('What mends the refusals of a screen stays when the screen before it is left later', async () => {
  login('a.b.c', { _id: 'camille' });
  const leave = onRefusal('forbidden', async () => false);
  const mend = vi.fn(async () => true);
  onTestFinished(onRefusal('forbidden', mend));
  leave();
  request
    .mockResolvedValueOnce(answer(403, { code: 'forbidden', message: 'Votre mot de passe d’abord.' }))
    .mockResolvedValueOnce(answer(200, { user: {} }));
  expect(await failure(call(api.users.me)), 'the failure of the call').toBeNull();
  expect([mend.mock.calls.length, request.mock.calls.length]).toEqual([1, 2]);
});

test('An interrupted call fails as interrupted, and not as one that the network lost', async () => {
  const stop = new AbortController();
  request.mockImplementation(async () => {
    stop.abort();
    throw new DOMException('Aborted', 'AbortError');
  });
  expect(await failure(call(api.users.me, {}, { signal: stop.signal }))).toMatchObject({ name: 'AbortError' });
  expect(sent().init.signal).toBe(stop.signal);
});

test('A failure with one of some codes is told at its field, any other as it is', () => {
  const cause = new ApiError({ status: 400, code: 'invalid_image', message: 'Pas une image.' });
  expect(atField(cause, 'logo', ['invalid_image'])).toMatchObject({
    code: 'invalid_image',
    issues: [{ path: 'logo', message: 'Pas une image.' }],
  });
  expect(atField(cause, 'logo', ['forbidden'])).toBe(cause);
});

test.each([
  [0, 'passes', false],
  [400, 'stays', false],
  [401, 'stays', false],
  [403, 'stays', true],
  [404, 'stays', true],
  [409, 'stays', false],
  [429, 'passes', false],
  [500, 'passes', false],
  [503, 'passes', false],
])('A failure of status %i %s; it refuses what was asked: %s', (status, passes, refuses) => {
  const cause = new ApiError({ status, code: 'internal', message: 'Non.' });
  expect([isPassing(cause) ? 'passes' : 'stays', isRefusal(cause)]).toEqual([passes, refuses]);
  expect([isPassing(new Error('Non.')), isRefusal(new Error('Non.'))]).toEqual([false, false]);
});
