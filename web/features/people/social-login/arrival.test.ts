// @vitest-environment jsdom
import { arrivalCookie, arrivalFields } from '@palabre/common/rules/people/arrival.ts';
import { randomRuns } from '@palabre/common/test/random-runs.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { router } from '../../../app/router.tsx';
import { endSession, login, useSession } from '../../../platform/session/session.ts';
import { alerts, useAlerts } from '../../../ui/alerts/alerts.ts';
import { forgetPending, readPending } from '../otp/open/pending.ts';
import { lastRefusal, takeArrival } from './open/arrival.ts';

const tokenOf = (id: string) => `h.${btoa(JSON.stringify({ id }))}.s`;
const [theirs, mine] = [tokenOf('attaquant'), tokenOf('camille')];
const half = { pending: 'preuve', id: 'attaquant', email: 'attaquant@exemple.fr', firstName: 'A' };
const asked: { address: string; body: unknown; bearer: string | null }[] = [];
/** Whether the server knows the sessions that it is asked about. */
let isValid = true;
/** Runs while the server checks a session. */
let meanwhile = () => {};
/** Whether a request that ends a session gets lost. */
let logoutFails = false;
const request = vi.fn(async (...[address, init]: Parameters<typeof fetch>) => {
  const bearer = new Headers(init?.headers).get('authorization');
  asked.push({ address: String(address), body: init?.body && JSON.parse(String(init.body)), bearer });
  if (String(address).endsWith('/verify-token')) meanwhile();
  if (String(address).endsWith('/logout') && logoutFails) throw new TypeError('Failed to fetch');
  const body = String(address).endsWith('/verify-token') ? { isValid } : { message: 'Fait.', providers: [] };
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
});

/** Sets the arrival cookie, as the server does at the end of a provider login started in this browser. */
const tell = (said: Record<string, string>) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it.
  document.cookie = `arrival=${encodeURIComponent(String(new URLSearchParams(said)))}; path=/`;
};
let pages = 0;
/** Runs the opening script of a page at this address, anew each time. */
async function openPage(address: string) {
  window.history.replaceState(null, '', window.location.origin + address);
  pages += 1;
  await import(/* @vite-ignore */ `../../../opening.ts?page=${pages}`);
}
const shown = () => window.location.pathname + window.location.search + window.location.hash;
const isKnown = (token: string) => asked.some(({ body }) => JSON.stringify(body ?? null).includes(token));
const hereNow = () => ({ token: useSession.getState().token, pending: readPending() });

beforeEach(async () => {
  vi.stubGlobal('fetch', request);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
  vi.stubGlobal('files', {});
  endSession('logout');
  forgetPending();
  alerts.clear();
  isValid = true;
  logoutFails = false;
  meanwhile = () => {};
  tell({});
  await router.navigate('/nulle-part');
  asked.length = 0;
  request.mockClear();
});

const places = [
  '/login',
  '/register',
  '/reset-password',
  '/verify-otp',
  '/',
  '/home',
  '/invite/ABCD1234',
  '/nulle-part',
];

/** Spells a path in every way that the router accepts: any case, percent-encoded letters, trailing slashes. */
const spelled = (path: string) =>
  fc
    .tuple(...[...path].map(letter => fc.constantFrom(...spellings(letter))), fc.constantFrom('', '/', '//'))
    .map(parts => parts.join(''));
const code = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
const spellings = (letter: string) =>
  /[a-z]/.test(letter)
    ? [letter, letter, letter.toUpperCase(), code(letter), code(letter.toUpperCase()).toUpperCase()]
    : [letter];
const name = fc
  .constantFrom(...arrivalFields.filter(field => field !== 'email' && field !== 'id'))
  .chain(field => fc.tuple(...[...field].map(letter => fc.constantFrom(...spellings(letter.toLowerCase())))))
  .map(letters => letters.join(''));
const said = fc
  .array(fc.tuple(name, fc.constantFrom(theirs, half.pending, 'x')), { minLength: 1, maxLength: 3 })
  .map(pairs => pairs.map(pair => pair.join('=')).join('&'));

test('The address loses its session parameters, however spelled, before any other script runs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places).chain(spelled),
      said,
      fc.constantFrom('?', '#', '?a=1&', '#/login?'),
      async (path, query, mark) => {
        await openPage(path + mark + query);
        expect(shown()).toBe(path + (mark === '?a=1&' ? '?a=1' : ''));
      },
    ),
    { numRuns: randomRuns(150) },
  );
}, 60_000);

test('The address keeps the e-mail of a password reset, and parameters that are no session', async () => {
  for (const address of ['/reset-password?email=camille%40atelier.fr', '/workspaces?filter=society#content']) {
    await openPage(address);
    expect(shown()).toBe(address);
  }
});

describe('A link that carries a session', () => {
  const queries = [
    `token=${theirs}`,
    `token=${theirs}&token=${mine}`,
    `Token=${theirs}`,
    `%74oken=${theirs}`,
    String(new URLSearchParams(half)),
    'error=google&reason=banned',
  ];
  const spelt = ['/login', '/Login', '/login/', '/%6Cogin', '/LOGIN/', '/register', '/reset-password', '/verify-otp'];

  test.each(spelt)('A link that carries a session opens none at %s, as the page loads or navigates', async path => {
    for (const address of queries.flatMap(query => [`${path}?${query}`, `${path}#${query}`])) {
      await openPage(address);
      await router.navigate(shown());
      await router.navigate('/nulle-part');
      await router.navigate(address);
      await vi.waitFor(() => expect(shown()).not.toMatch(/token|pending|error/i));
      expect(hereNow()).toEqual({ token: null, pending: null });
      expect([isKnown(theirs), useAlerts.getState().alerts.length]).toEqual([false, 0]);
      await router.navigate('/nulle-part');
    }
  });

  test('A link that carries a session opens none even after this browser’s own provider login', async () => {
    tell({ token: mine });
    await openPage(`/login?token=${theirs}`);
    await router.navigate(`/login?token=${theirs}`);
    await vi.waitFor(() => expect(hereNow().token).toBe(mine));
    expect(isKnown(theirs)).toBe(false);
  });

  test('An open session stays when a provider login ends with another one', async () => {
    login(mine);
    tell({ token: theirs });
    await openPage(`/login?token=${theirs}`);
    await router.navigate('/login');
    expect(hereNow().token).toBe(mine);
    // The unused session does not stay open on the server.
    expect(asked).toContainEqual({ address: '/api/user/logout', body: undefined, bearer: `Bearer ${theirs}` });
    expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual([
      expect.stringContaining('Une session était déjà ouverte'),
    ]);
  });
});

test('A provider login that ends in the open session leaves it open; another session of the same person is ended without a word', async () => {
  login(mine);
  tell({ token: mine });
  await openPage('/login');
  await router.navigate('/login');
  expect([hereNow().token, asked.filter(({ address }) => address.endsWith('/logout'))]).toEqual([mine, []]);
  await router.navigate('/nulle-part');
  const again = `${mine}-again`;
  tell({ token: again });
  await openPage('/login');
  await router.navigate('/login');
  await vi.waitFor(() =>
    expect(asked).toContainEqual({ address: '/api/user/logout', body: undefined, bearer: `Bearer ${again}` }),
  );
  expect([hereNow().token, useAlerts.getState().alerts]).toEqual([mine, []]);
});

test('A provider login that is refused, or whose session cannot be ended, leaves an open session as it is', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  login(mine);
  tell({ error: 'google', reason: 'banned' });
  await openPage('/login');
  await router.navigate('/login');
  expect([hereNow().token, asked.filter(({ address }) => address.endsWith('/logout'))]).toEqual([mine, []]);
  expect(useAlerts.getState().alerts).toEqual([]);
  await router.navigate('/nulle-part');
  logoutFails = true;
  tell({ token: theirs });
  await openPage('/login');
  await router.navigate('/login');
  const said = 'The session that is not used could not be ended';
  await vi.waitFor(() => expect(logged.mock.calls.map(([what]) => what)).toEqual([said]));
  expect(hereNow().token).toBe(mine);
  logged.mockRestore();
});

test('The cookie of a provider login is read at an https address too, and taken away there', () => {
  vi.stubGlobal('location', { protocol: 'https:' });
  const name = arrivalCookie(true);
  const read = vi.spyOn(document, 'cookie', 'get');
  read.mockReturnValue(`a=b; ${name}=${encodeURIComponent('token=x.y.z')}; arrival=c`);
  const written = vi.spyOn(document, 'cookie', 'set');
  expect(takeArrival({ pathname: '/login' })).toMatchObject({ token: 'x.y.z', error: null, half: null });
  expect(written.mock.calls).toEqual([[`${name}=; path=/; max-age=0; Secure`]]);
  // The later of the two holds the earlier one.
  written.mockRestore();
  read.mockRestore();
  vi.unstubAllGlobals();
});

test('A session that another tab opens while a provider login ends stays, and the other one is ended', async () => {
  meanwhile = () => login(mine);
  tell({ token: theirs });
  await openPage('/login');
  await router.navigate('/login');
  await vi.waitFor(() =>
    expect(asked).toContainEqual({ address: '/api/user/logout', body: undefined, bearer: `Bearer ${theirs}` }),
  );
  expect(hereNow().token).toBe(mine);
});

describe('A provider login started in this browser', () => {
  const arriveWith = async (told: Record<string, string>) => {
    tell(told);
    await openPage(`/login?${new URLSearchParams(told)}`);
    expect(shown()).toBe('/login');
    await router.navigate('/login');
  };

  test('A provider login opens the session once, and leaves nothing of it in the address or the cookie', async () => {
    await arriveWith({ token: mine });
    expect(hereNow().token).toBe(mine);
    expect(said()).toEqual([['success', 'Connexion sécurisée avec succès !']]);
    expect(document.cookie).not.toContain('arrival');
    endSession('logout');
    await router.navigate('/nulle-part');
    await router.navigate('/login');
    expect(hereNow().token).toBeNull();
  });

  test('A provider login opens no session at another address', async () => {
    tell({ token: mine });
    await router.navigate('/register');
    await router.navigate('/nulle-part');
    await router.navigate('/Login');
    expect(hereNow().token).toBeNull();
  });

  test('A provider login asks for the two-step code', async () => {
    await arriveWith(half);
    expect(hereNow()).toMatchObject({ token: null, pending: { pending: 'preuve', user: { _id: half.id } } });
    expect(shown()).toBe('/verify-otp');
  });

  const said = () => useAlerts.getState().alerts.map(({ type, message }) => [type, message]);

  test.each([
    [
      'does not know',
      () => {
        isValid = false;
      },
    ],
    [
      'could not be asked about',
      () => {
        meanwhile = () => {
          throw new TypeError('Failed to fetch');
        };
      },
    ],
  ])('A provider login whose session the server %s opens none, and says so', async (_why, prepare) => {
    prepare();
    await arriveWith({ token: mine });
    expect([hereNow().token, lastRefusal()]).toEqual([null, null]);
    expect(said()).toEqual([['error', "Impossible d'authentifier l'utilisateur"]]);
    expect(shown()).toBe('/login');
  });

  test.each([
    ['google', 'Erreur lors de la connexion avec Google.'],
    ['facebook', 'Erreur lors de la connexion avec Facebook.'],
    ['oidc', 'Erreur lors de la connexion.'],
  ])('A refused provider login names its provider, if it has a name: %s', async (error, text) => {
    await arriveWith({ error, reason: 'unknown' });
    expect(said()).toEqual([['error', text]]);
    expect(lastRefusal()).toBeNull();
  });

  const reasons = ['banned', 'suspended', 'stay-over', 'unverified', 'unavailable', 'closed', 'waiting'];
  test.each(reasons)('A refused provider login says why: %s', async reason => {
    await arriveWith({ error: 'google', reason });
    expect([hereNow().token, lastRefusal()]).toEqual([null, reason]);
  });
});
