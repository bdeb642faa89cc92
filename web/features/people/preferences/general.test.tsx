// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { savesAnswers, setSavesAnswers } from '../../../platform/device/answers-on-device.ts';
import { setUser } from '../../../platform/session/session.ts';
import { useTheme } from '../../../platform/theme.ts';
import { currentLanguage, setLanguage } from '../../../platform/words/i18n.ts';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { Appearance } from './Appearance.tsx';
import { OnDevice } from './OnDevice.tsx';
import { Sounds } from './Sounds.tsx';
import './preferences.texts.ts';
import { usePreferences } from './preferences.store.ts';

const played = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('./attention/sound.ts', () => ({ playSound: played }));

beforeEach(() => {
  usePreferences.setState(usePreferences.getInitialState(), true);
  played.mockClear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(async () => {
  cleanup();
  usePreferences.setState(usePreferences.getInitialState(), true);
  await setLanguage('fr');
});

test('The sound of messages is tried at its volume, and neither tried nor set while it is off', async () => {
  serve(camille);
  open([{ path: '*', Component: Sounds }], '/');
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' });
  expect([slider.value, slider.min, slider.max, slider.getAttribute('aria-valuetext')]).toEqual([
    ...['75', '0', '100', '75\u00a0%'],
  ]);
  fireEvent.change(slider, { target: { value: '40' } });
  expect(usePreferences.getState().volume).toBe(40);
  fireEvent.pointerUp(slider);
  fireEvent.keyUp(slider, { key: 'ArrowLeft' });
  expect(played.mock.lastCall).toEqual([40]);
  played.mockClear();
  await userEvent.click(screen.getByRole('button', { name: 'Écouter' }));
  expect(played.mock.lastCall).toEqual([40]);
  await userEvent.click(screen.getByRole('switch', { name: 'Jouer un son' }));
  expect(usePreferences.getState().sound).toBe(false);
  expect([slider.disabled, screen.getByRole<HTMLButtonElement>('button', { name: 'Écouter' }).disabled]).toEqual([
    ...[true, true],
  ]);
});

test('The theme is chosen among three, and applied at once', async () => {
  serve(camille);
  open([{ path: '*', Component: Appearance }], '/');
  const radios = screen.getAllByRole('radio').filter(({ tagName }) => tagName === 'BUTTON');
  expect(radios.map(({ textContent }) => textContent)).toEqual(['Clair', 'Sombre', 'SystèmeComme votre appareil.']);
  await userEvent.click(screen.getByRole('radio', { name: /^Sombre/ }));
  expect(useTheme.getState().choice).toBe('dark');
  expect(screen.getByRole('radio', { name: /^Sombre/ }).getAttribute('aria-checked')).toBe('true');
  await userEvent.click(screen.getByRole('radio', { name: /^Système/ }));
  expect(useTheme.getState().choice).toBe('system');
});

test.each([
  [true, [{ notificationMail: true }]],
  [false, []],
])('The language of the interface is that of the mails too, for who receives some (%s)', async (mails, said) => {
  const calls = serve(camille, { 'PUT /user/camille': () => json(200, { user: camille }) });
  setUser({ ...camille, notificationMail: mails } as never);
  open([{ path: '*', Component: Appearance }], '/');
  await userEvent.click(screen.getByRole('combobox', { name: 'Langue de l’interface' }));
  const english = (await screen.findAllByRole('option', { name: 'English' })).find(
    ({ tagName }) => tagName !== 'OPTION',
  );
  await userEvent.click(english as HTMLElement);
  await waitFor(() => expect(currentLanguage()).toBe('en'));
  expect(await screen.findByRole('combobox', { name: 'Interface language' })).toBeDefined();
  await waitFor(() =>
    expect(calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ body }) => body)).toEqual(said),
  );
  expect(calls.flatMap(({ asked }) => (asked.startsWith('PUT') ? [asked] : []))).toEqual(
    said.map(() => 'PUT /user/camille'),
  );
  // The server writes mails in the language of the request.
  const spoken = vi
    .mocked(fetch)
    .mock.calls.flatMap(([, init]) =>
      init?.method === 'PUT' ? [new Headers(init.headers).get('accept-language')] : [],
    );
  expect(spoken).toEqual(said.map(() => 'en'));
});

test('What is kept on this device is the user’s choice, kept there too', async () => {
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('crypto', { subtle: {}, randomUUID: () => 'id' });
  onTestFinished(() => {
    setSavesAnswers(true);
    vi.unstubAllGlobals();
  });
  serve(camille);
  open([{ path: '*', Component: OnDevice }], '/');
  const keep = screen.getByRole('switch', { name: 'Rouvrir aussitôt, même sans connexion' });
  expect([keep.getAttribute('aria-checked'), savesAnswers()]).toEqual(['true', true]);
  expect(screen.getByText(/^Vos listes et les derniers messages lus restent ici, chiffrés/)).toBeDefined();
  fireEvent.click(keep);
  expect([keep.getAttribute('aria-checked'), savesAnswers()]).toEqual(['false', false]);
  fireEvent.click(keep);
  expect(savesAnswers()).toBe(true);
});

test('A browser that can keep nothing encrypted says so, and does not offer it', () => {
  serve(camille);
  open([{ path: '*', Component: OnDevice }], '/');
  const keep = screen.getByRole<HTMLButtonElement>('switch', { name: 'Rouvrir aussitôt, même sans connexion' });
  expect([keep.disabled, keep.getAttribute('aria-checked')]).toEqual([true, 'false']);
  expect(screen.getByText(/^Ce navigateur ne peut rien garder de chiffré ici/)).toBeDefined();
});
