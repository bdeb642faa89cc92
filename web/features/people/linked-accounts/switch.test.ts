// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, login, useSession } from '../../../platform/session/session.ts';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { switchAccount } from './switch.ts';

const atWork = { _id: 'camille-work', firstName: 'Camille', lastName: 'Moreau' };
let asked: string[] = [];
/** Called before the answer with the other account's token. */
let meanwhile = () => {};

beforeEach(() => {
  [asked, meanwhile] = [[], () => {}];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers }: RequestInit) => {
    asked.push(`${method} ${address} ${new Headers(headers).get('authorization')}`);
    meanwhile();
    return Response.json(address.endsWith('/logout') ? { message: '' } : { token: 'd.e.f', user: atWork });
  });
  useAlerts.setState({ alerts: [] });
  login('a.b.c', { _id: 'camille' });
});
afterEach(() => {
  endSession('logout');
  vi.unstubAllGlobals();
});

const now = () => useSession.getState().user?._id;

test('A switch of account opens the other one, says so, and ends the session left behind', async () => {
  await switchAccount('camille-work', async () => true);
  expect(now()).toBe('camille-work');
  expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual([
    expect.stringContaining('Camille Moreau'),
  ]);
  expect(asked.at(-1)).toMatch(/^(PUT|POST) .*logout Bearer a\.b\.c$/);
});

test('A switch of account that the user declines asks the server nothing', async () => {
  await switchAccount('camille-work', async () => false);
  expect(now()).toBe('camille');
  expect(asked).toEqual([]);
});

test('A switch of account gives way to one that another tab made meanwhile', async () => {
  meanwhile = () => login('g.h.i', { _id: 'karim' });
  await switchAccount('camille-work', async () => true);
  expect(now()).toBe('karim');
  expect(useAlerts.getState().alerts).toEqual([]);
});

test('A switch of account that is refused says why, and stays', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden', message: 'Non.' }, { status: 403 }));
  await switchAccount('camille-work', async () => true);
  expect(now()).toBe('camille');
  expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual(['Non.']);
});

test('A switch of account stands though the session left behind could not be ended, which is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/logout')
      ? Response.json({ code: 'unavailable', message: 'Un instant.' }, { status: 503 })
      : Response.json({ token: 'd.e.f', user: atWork }),
  );
  await switchAccount('camille-work', async () => true);
  expect(now()).toBe('camille-work');
  expect(useAlerts.getState().alerts.map(({ type }) => type)).toEqual(['success']);
  expect(logged.mock.calls.map(([what]) => what)).toEqual(['The server could not end the session left behind']);
  logged.mockRestore();
});
