// @vitest-environment jsdom
import { arrivalFields } from '@palabre/common/rules/arrival.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { router } from '../../../app/router.tsx';
import { endSession, login, useSession } from '../../../platform/session/session.ts';
import { alerts, useAlerts } from '../../../ui/alerts/alerts.ts';
import { forgetPending, readPending } from '../otp/open/pending.ts';
import { lastRefusal } from './open/arrival.ts';

const tokenOf = (id: string) => `h.${btoa(JSON.stringify({ id }))}.s`;
const [theirs, mine] = [tokenOf('attaquant'), tokenOf('camille')];
const half = { pending: 'preuve', id: 'attaquant', email: 'attaquant@exemple.fr', firstName: 'A' };
const asked: { address: string; body: unknown; bearer: string | null }[] = [];
const request = vi.fn(async (...[address, init]: Parameters<typeof fetch>) => {
  const bearer = new Headers(init?.headers).get('authorization');
  asked.push({ address: String(address), body: init?.body && JSON.parse(String(init.body)), bearer });
  const body = String(address).endsWith('/verify-token') ? { isValid: true } : { message: 'Fait.', providers: [] };
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
});

/** What the server tells a browser at the end of its own way to a provider. */
const tell = (said: Record<string, string>) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it.
  document.cookie = `arrival=${encodeURIComponent(String(new URLSearchParams(said)))}; path=/`;
};
let pages = 0;
/** What runs before all else in a page of this address: anew each time. */
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

/** The same path as the router takes it: any letters' case, letters by their code, slashes behind it. */
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

test('Whatever an address says of a session, however it is spelled, is gone before anything runs', async () => {
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
    { numRuns: 150 },
  );
}, 60_000);

test('An e-mail stays where a new password is asked for, and so does what is no session', async () => {
  for (const address of ['/reset-password?email=camille%40atelier.fr', '/workspaces?filter=society#content']) {
    await openPage(address);
    expect(shown()).toBe(address);
  }
});

describe('A link with a session', () => {
  const queries = [
    `token=${theirs}`,
    `token=${theirs}&token=${mine}`,
    `Token=${theirs}`,
    `%74oken=${theirs}`,
    String(new URLSearchParams(half)),
    'error=google&reason=banned',
  ];
  const spelt = ['/login', '/Login', '/login/', '/%6Cogin', '/LOGIN/', '/register', '/reset-password', '/verify-otp'];

  test.each(spelt)('opens nothing at %s, as the page opens or within it', async path => {
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

  test('opens nothing either in a browser that comes from its own way to a provider', async () => {
    tell({ token: mine });
    await openPage(`/login?token=${theirs}`);
    await router.navigate(`/login?token=${theirs}`);
    await vi.waitFor(() => expect(hereNow().token).toBe(mine));
    expect(isKnown(theirs)).toBe(false);
  });

  test('changes nothing for who has a session, even from their own way to a provider', async () => {
    login(mine);
    tell({ token: theirs });
    await openPage(`/login?token=${theirs}`);
    await router.navigate('/login');
    expect(hereNow().token).toBe(mine);
    // The session that nobody uses does not stay open on the server.
    expect(asked).toContainEqual({ address: '/api/user/logout', body: undefined, bearer: `Bearer ${theirs}` });
    expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual([
      expect.stringContaining('Une session était déjà ouverte'),
    ]);
  });
});

describe('The end of one’s own way to a provider', () => {
  const arriveWith = async (told: Record<string, string>) => {
    tell(told);
    await openPage(`/login?${new URLSearchParams(told)}`);
    expect(shown()).toBe('/login');
    await router.navigate('/login');
  };

  test('opens the session, once, and leaves nothing of it in the address nor in the cookie', async () => {
    await arriveWith({ token: mine });
    expect(hereNow().token).toBe(mine);
    expect(document.cookie).not.toContain('arrival');
    endSession('logout');
    await router.navigate('/nulle-part');
    await router.navigate('/login');
    expect(hereNow().token).toBeNull();
  });

  test('opens none at another address', async () => {
    tell({ token: mine });
    await router.navigate('/register');
    await router.navigate('/nulle-part');
    await router.navigate('/Login');
    expect(hereNow().token).toBeNull();
  });

  test('asks for the code of two-step', async () => {
    await arriveWith(half);
    expect(hereNow()).toMatchObject({ token: null, pending: { pending: 'preuve', user: { _id: half.id } } });
    expect(shown()).toBe('/verify-otp');
  });

  test('says why nobody is let in', async () => {
    await arriveWith({ error: 'google', reason: 'banned' });
    expect([hereNow().token, lastRefusal()]).toEqual([null, 'banned']);
  });
});
