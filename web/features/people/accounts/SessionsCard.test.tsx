// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import './accounts.texts.ts';
import { SessionsCard } from './SessionsCard.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const time = '2026-11-20T09:00:00.000Z';
const show = (count: number, devices: readonly string[] = []) => {
  const sessions = Array.from({ length: count }, (_, n) => ({
    ...{
      _id: `s${n}`,
      device: devices[n] ?? `Firefox ${n}`,
      address: null,
      current: n === 0,
      createdAt: time,
      seenAt: time,
    },
  }));
  serve(camille, { 'GET /user/me/sessions': () => json(200, { sessions }) });
  open([{ path: '*', Component: SessionsCard }], '/');
};

test('The sessions card says that the server lists the last ones alone, as soon as their number reaches that', async () => {
  show(limits.sessionsListed);
  expect(await screen.findByText('Firefox 99')).toBeDefined();
  expect(screen.getByText(`Seules les ${limits.sessionsListed} dernières sont montrées.`)).toBeDefined();
  cleanup();
  show(2);
  expect(await screen.findByText('Firefox 1')).toBeDefined();
  expect(screen.queryByText(/^Seules les/)).toBeNull();
});

test('The sessions card offers to end the others where there are some, and each but this one', async () => {
  show(1);
  expect(await screen.findByText('Firefox 0')).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
  cleanup();
  show(2);
  expect(await screen.findByText('Firefox 1')).toBeDefined();
  expect(screen.getAllByRole('button')).toHaveLength(2);
});

test('The sessions card shows phones and tablets as such, and all else as computers', async () => {
  show(4, ['Chrome · Android', 'Safari · iPhone', 'Safari · iPad', 'Firefox · Windows']);
  expect(await screen.findByText('Firefox · Windows')).toBeDefined();
  const kinds = screen
    .getAllByRole('listitem')
    .map(row => /lucide-(smartphone|monitor)/.exec(row.querySelector('svg')?.getAttribute('class') ?? '')?.[1]);
  expect(kinds).toEqual(['smartphone', 'smartphone', 'smartphone', 'monitor']);
});

test('The sessions card shows that a session is being ended, says that it is, and lists what is left', async () => {
  let ids = ['here', 'there', 'far'];
  const one = (_id: string) => ({
    ...{ _id, device: _id, address: null, current: _id === 'here', createdAt: time, seenAt: new Date() },
  });
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const end = (...left: string[]) => {
    ids = left;
    return json(200, { message: `Reste ${left.length}.` });
  };
  serve(camille, {
    'GET /user/me/sessions': () => json(200, { sessions: ids.map(one) }),
    'DELETE /user/me/sessions/far': () => held.then(() => end('here', 'there')),
  });
  open([{ path: '*', Component: SessionsCard }], '/');
  const far = await screen.findByRole('button', { name: 'Déconnecter far' });
  fireEvent.click(far);
  await waitFor(() => expect(far.getAttribute('aria-busy')).toBe('true'));
  answer();
  expect(await screen.findByText('Reste 2.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('far')).toBeNull());
  expect(screen.getByText('2 sessions')).toBeDefined();
  const list = within(screen.getByRole('list', { name: 'Mes sessions' }));
  const lines = list.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(lines.map(text => [text.includes('Active maintenant'), text.includes('Vue ')])).toEqual([
    ...[
      [true, false],
      [false, true],
    ],
  ]);
  // A day within a sentence has no capital.
  expect(lines[1]).toMatch(/Vue (aujourd'hui|hier) \d+:\d+ · ouverte le 20 novembre 2026/);
});

test('The sessions card says that its list could not be loaded, and asks for it again', async () => {
  let answer = () => json(500, { code: 'internal', message: 'Panne.' });
  serve(camille, { 'GET /user/me/sessions': () => answer() });
  open([{ path: '*', Component: SessionsCard }], '/');
  expect(await screen.findByText('La liste de vos sessions n’a pas pu être chargée.')).toBeDefined();
  answer = () =>
    json(200, { sessions: [{ _id: 's', device: 'Firefox', current: true, createdAt: time, seenAt: time }] });
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Firefox')).toBeDefined();
});

test('The sessions card reads its list again each time it is opened, and after an end that was refused, as elsewhere it may have ended', async () => {
  let ids = ['here', 'there', 'far'];
  const one = (_id: string) => ({
    ...{ _id, device: _id, address: null, current: _id === 'here', createdAt: time, seenAt: time },
  });
  serve(camille, {
    'GET /user/me/sessions': () => json(200, { sessions: ids.map(one) }),
    'DELETE /user/me/sessions/far': () => refused(404, 'Cette session est déjà fermée.'),
    'DELETE /user/me/sessions': () => refused(409, 'Pas maintenant.'),
  });
  const { router } = open(
    [
      { path: '/', Component: SessionsCard },
      { path: '/elsewhere', element: <p>ailleurs</p> },
    ],
    '/',
  );
  const end = await screen.findByRole('button', { name: 'Déconnecter far' });
  ids = ['here', 'there'];
  fireEvent.click(end);
  expect(await screen.findByText('Cette session est déjà fermée.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('far')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Déconnecter les autres sessions' }));
  const sure = within(await screen.findByRole('alertdialog'));
  expect(sure.getByText('Il faudra s’y connecter de nouveau. Cet appareil reste connecté.')).toBeDefined();
  ids = ['here'];
  fireEvent.click(sure.getByRole('button', { name: 'Déconnecter' }));
  expect(await screen.findByText('Pas maintenant.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('there')).toBeNull());
  await act(() => router.navigate('/elsewhere'));
  ids = ['here', 'new'];
  await act(() => router.navigate('/'));
  expect(await screen.findByText('new')).toBeDefined();
});
