// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetWanted, rememberWanted, takeWanted, wantedInvite } from './open/session-flow.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as the page keeps the session.
  document.cookie = 'token=; path=/; max-age=0';
});

test('The page wanted before a login is opened after it, once', () => {
  rememberWanted('/workspace/w/channel/c?message=m#fin');
  expect(takeWanted()).toBe('/workspace/w/channel/c?message=m#fin');
  expect(takeWanted()).toBe('/workspaces');
});

test.each(['//exemple.fr/connexion', 'https://exemple.fr', 'javascript:alert(1)', ''])(
  'A wanted page at %s is no page of Palabre: the workspaces are opened',
  address => {
    rememberWanted(address);
    expect(takeWanted()).toBe('/workspaces');
  },
);

test('A browser that refuses to store the wanted page opens the workspaces', () => {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { setItem: refuse, getItem: refuse, removeItem: refuse });
  rememberWanted('/societies');
  expect([takeWanted(), wantedInvite()]).toEqual(['/workspaces', undefined]);
  expect(forgetWanted).not.toThrow();
});

test('The wanted page is forgotten with the session that a logout ends', () => {
  rememberWanted('/societies');
  forgetWanted();
  expect(takeWanted()).toBe('/workspaces');
});

const tokenOf = (id: string) => `h.${btoa(JSON.stringify({ id, exp: Math.ceil(Date.now() / 1_000) + 3_600 }))}.s`;

/** Opens the page of a browser that has stored this session, if any; the server answers the check of it as told. */
async function openPage(token: string | null, answer: () => Response) {
  vi.resetModules();
  const asked = vi.fn(async () => answer());
  vi.stubGlobal('fetch', asked);
  const session = await import('../../../platform/session/session.ts');
  const flow = await import('./open/session-flow.ts');
  if (token) localStorage.setItem('token', token);
  const now = () => session.useSession.getState().token;
  return { asked, session, now, restore: flow.restoreSession };
}

test.each([
  ['that the server does not know any more', {}, 'elsewhere'],
  ['of a suspended account', { suspended: true }, 'suspension'],
  ['of a guest whose stay is over', { stayOver: true }, 'stay-over'],
])('A stored session %s ends, and the login page knows why', async (_whose, told, ended) => {
  const { restore, session } = await openPage(tokenOf('camille'), () => Response.json({ isValid: false, ...told }));
  expect(await restore()).toBe(false);
  expect(session.whatEnded()).toBe(ended);
});

test('A stored session stays while the server cannot be reached or fails, is checked again, and ends when it is refused', async () => {
  const failures = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Response.json({ code: 'unavailable', message: 'Plus tard.' }, { status: 503 }),
    () => Response.json({ code: 'internal', message: 'Panne.' }, { status: 500 }),
    () => Response.json({ code: 'invalid_input', message: 'Non.' }, { status: 400 }),
  ];
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const { restore, asked } = await openPage(tokenOf('camille'), () => failures.shift()?.() as Response);
  for (const stays of [true, true, true, false]) expect(await restore()).toBe(stays);
  expect(asked).toHaveBeenCalledTimes(4);
  expect(logged.mock.calls.map(([what]) => what)).toEqual(Array(4).fill('The stored session cannot be verified'));
  logged.mockRestore();
});

test('A stored session is checked once, and its refusal leaves one that was opened meanwhile', async () => {
  const next = tokenOf('karim');
  const page = await openPage(tokenOf('camille'), () => {
    page.session.login(next);
    return Response.json({ isValid: false });
  });
  expect(await page.restore()).toBe(true);
  expect(page.now()).toBe(next);
  expect(await page.restore()).toBe(true);
  expect(page.asked).toHaveBeenCalledOnce();
});

test('A stored session that the server knows stays, once the server was told which one it is', async () => {
  const token = tokenOf('camille');
  const { restore, asked, now } = await openPage(token, () => Response.json({ isValid: true }));
  expect([await restore(), now()]).toEqual([true, token]);
  const [[address, { body }]] = asked.mock.calls as unknown as [[string, { body: string }]];
  expect([address, JSON.parse(body)]).toEqual([expect.stringMatching(/verify/i), { token }]);
});

test('Without a stored session what an earlier one left on the page goes, and the server is asked nothing', async () => {
  const page = await openPage(null, () => Response.json({}));
  const ended = vi.fn();
  page.session.onSessionEnd(ended);
  expect(await page.restore()).toBe(false);
  expect(ended).toHaveBeenCalledWith('elsewhere', null);
  expect(page.asked).not.toHaveBeenCalled();
});
