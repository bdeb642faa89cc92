// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetKeptOf, keep, keptIds, keptKey, onKeptElsewhere, readKept } from './local-storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('What a device keeps of a person is forgotten with them, and what it keeps of others is not', () => {
  const keys = ['draft', 'visits'].map(what => keptKey(what, 'camille', 'general'));
  for (const key of [...keys, keptKey('draft', 'karim', 'general'), 'autre.draft.camille']) keep(key, 'x');
  expect(keptIds('draft', 'camille')).toEqual(['general']);
  forgetKeptOf('camille');
  expect(keys.map(readKept)).toEqual([null, null]);
  expect([readKept(keptKey('draft', 'karim', 'general')), readKept('autre.draft.camille')]).toEqual(['x', 'x']);
});

test('What another tab keeps is heard by its key, and what it keeps for itself alone is not, until one stops hearing', () => {
  const heard = vi.fn();
  const stop = onKeptElsewhere(heard);
  const tell = (key: string | null, storageArea: Storage | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea }));
  tell('palabre.draft.camille.general', localStorage);
  tell('palabre.wanted', sessionStorage);
  tell(null, localStorage);
  expect(heard.mock.calls).toEqual([['palabre.draft.camille.general'], [null]]);
  stop();
  tell('palabre.draft.camille.general', localStorage);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('A device that refuses storage keeps nothing, and breaks nothing', () => {
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', new Proxy({}, { get: refuse, ownKeys: refuse }));
  keep('palabre.theme', 'dark');
  keep('palabre.theme', null);
  forgetKeptOf('camille');
  expect([readKept('palabre.theme'), keptIds('draft', 'camille')]).toEqual([null, []]);
  vi.unstubAllGlobals();
});
