// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookAgain, usePermission } from '../../../platform/device/permission.ts';
import { camille, open, serve } from '../../../test/settings-world.tsx';
import { Notifications } from './Notifications.tsx';
import './preferences.texts.ts';
import { usePreferences } from './preferences.store.ts';

const requestPermission = vi.fn(async () => {
  browser.permission = 'granted';
  return browser.permission;
});
const browser: { permission: NotificationPermission; requestPermission: typeof requestPermission } = {
  permission: 'default',
  requestPermission,
};

beforeEach(() => {
  Object.assign(browser, { permission: 'default' });
  requestPermission.mockClear();
  vi.stubGlobal('Notification', browser);
  vi.stubGlobal('isSecureContext', true);
  usePreferences.setState(usePreferences.getInitialState(), true);
  lookAgain();
  serve(camille);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  usePreferences.setState(usePreferences.getInitialState(), true);
});

const show = () => open([{ path: '*', Component: Notifications }], '/');
const toggle = () => screen.findByRole('switch', { name: 'Notifications activées' });
const note = () => screen.queryByText('Votre navigateur doit encore vous demander votre accord.');

test('Notifications ask the browser as they are switched on, and not before', async () => {
  usePreferences.setState({ notifications: false });
  show();
  expect(note()).toBeNull();
  expect(requestPermission).not.toHaveBeenCalled();
  await userEvent.click(await toggle());
  expect(requestPermission).toHaveBeenCalledOnce();
  expect(usePreferences.getState().notifications).toBe(true);
  expect(note()).toBeNull();
});

test('Notifications say what the browser still has to allow, and follow what is changed in its settings while they are shown', async () => {
  show();
  await toggle();
  expect(note()).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Autoriser' }));
  expect(requestPermission).toHaveBeenCalledOnce();
  expect(note()).toBeNull();
  browser.permission = 'denied';
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(screen.getByText(/^Votre navigateur refuse les notifications/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Autoriser' })).toBeNull();
  cleanup();
  browser.permission = 'granted';
  window.dispatchEvent(new Event('focus'));
  expect(usePermission.getState().permission).toBe('denied');
});

test('Notifications have the device’s sound where that is chosen, which needs notifications, and the device keeps it', async () => {
  show();
  const sound = await screen.findByRole<HTMLButtonElement>('switch', { name: 'Notifications avec son' });
  await userEvent.click(sound);
  expect(usePreferences.getState().notificationSound).toBe(true);
  expect(JSON.parse(String(localStorage.getItem('palabre.preferences'))).state).toMatchObject({
    notificationSound: true,
  });
  await userEvent.click(await toggle());
  expect(sound.disabled).toBe(true);
  // Nothing is asked of the browser for what is switched off.
  expect(requestPermission).not.toHaveBeenCalled();
});

test('Notifications follow what another tab of the device sets', async () => {
  show();
  expect((await toggle()).getAttribute('aria-checked')).toBe('true');
  const state = { ...usePreferences.getState(), notifications: false };
  localStorage.setItem('palabre.preferences', JSON.stringify({ state, version: 0 }));
  await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'palabre.preferences' })));
  expect((await toggle()).getAttribute('aria-checked')).toBe('false');
});
