// @vitest-environment jsdom
import type { PlaceSettings } from '@palabre/common/contract/running/settings.ts';
import { beforeEach, expect, test, vi } from 'vitest';

const tones = {
  brand: '#111111',
  brandHover: '#222222',
  brandSoft: '#333333',
  brandSoftHover: '#444444',
  onBrand: '#fff',
};
const settings = {
  name: 'Chez nous',
  palette: { light: tones, dark: { ...tones, brand: '#999999' } },
} as PlaceSettings;
const load = () => import('./place-settings.ts');
const painted = () => document.getElementById('place-style')?.textContent ?? null;

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
});

test('The settings of the place are painted as they are told, and known at the next opening before any answer', async () => {
  const { takePlace, usePlace } = await load();
  expect(usePlace.getState().settings).toBeNull();
  takePlace(settings);
  expect(usePlace.getState().settings).toEqual(settings);
  expect(painted()).toMatch(
    /html\[data-theme="light"\]\{--brand:#111111;.*html\[data-theme="dark"\]\{--brand:#999999;/,
  );
  expect(painted()).toContain(
    '--brand-hover:#222222;--brand-soft:#333333;--brand-soft-hover:#444444;--on-brand:#fff;--field-focus:#111111}',
  );
  vi.resetModules();
  expect((await load()).usePlace.getState().settings).toEqual(settings);
  // The same settings again are no news to subscribers.
  const heard = vi.fn();
  const stop = usePlace.subscribe(heard);
  takePlace(structuredClone(settings));
  expect(heard).not.toHaveBeenCalled();
  takePlace({ ...settings, palette: null });
  stop();
  expect([heard.mock.calls.length, painted()]).toEqual([1, null]);
});

test('Settings of the place that the device holds damaged are none', async () => {
  localStorage.setItem('palabre.place', '{');
  expect((await load()).usePlace.getState().settings).toBeNull();
});
