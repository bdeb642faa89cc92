// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setUser, useSession } from '../../../platform/session/session.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { GeneralPage } from './GeneralPage.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

const general = () => open([{ path: '/', element: <GeneralPage /> }], '/');
const mailSwitch = () => screen.findByRole('switch', { name: 'Notifications par e-mail' });
const isOn = async () => (await mailSwitch()).getAttribute('aria-checked') === 'true';

test('The e-mail switch is off at first, saves to the account, and follows another device', async () => {
  const said: unknown[] = [];
  let answer = () => {};
  const answered = new Promise<void>(resolve => {
    answer = resolve;
  });
  serve(camille, {
    'PUT /user/camille': async body => {
      said.push(body);
      await answered;
      return json(200, { user: { ...camille, ...(body as object) } });
    },
  });
  general();
  expect(await isOn()).toBe(false);
  // The whole page of general settings stands around it.
  const around = ['Son', 'Apparence', 'Notifications', 'Quand Palabre est fermée', 'Sur cet appareil'];
  for (const heading of [...around, 'À propos de Palabre'])
    expect(screen.getByRole('heading', { name: heading })).toBeDefined();
  await userEvent.click(await mailSwitch());
  // Before the answer already.
  await waitFor(async () => expect(await isOn()).toBe(true));
  answer();
  await waitFor(() => expect(useSession.getState().user).toMatchObject({ notificationMail: true }));
  expect(await isOn()).toBe(true);
  expect(said).toEqual([{ notificationMail: true }]);
  act(() => setUser({ ...camille, notificationMail: false }));
  expect(await isOn()).toBe(false);
});

test('The e-mail switch is undone when the server refuses', async () => {
  const calls = serve(camille, { 'PUT /user/camille': () => refused(429, 'Trop de changements.') });
  general();
  await userEvent.click(await mailSwitch());
  await waitFor(() => expect(calls.some(({ asked }) => asked === 'PUT /user/camille')).toBe(true));
  await waitFor(async () => expect(await isOn()).toBe(false));
});
