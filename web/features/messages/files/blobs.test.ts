// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
// Importing it makes logout forget the person's data on the device.
import '../outbox/open/outbox.ts';
import { blobOf, forgetBlobs, keepBlob } from './open/blobs.ts';

/** Files stored on the device. */
const device = vi.hoisted(() => new Map<string, unknown>());
vi.mock('idb-keyval', () => {
  type Kept = Map<string, unknown>;
  type Use = <T>(mode: string, use: (objects: { kept: Kept; transaction: object }) => T) => Promise<T>;
  const onKept = <T>(store: Use, use: (kept: Kept) => T) => store('', objects => use(objects.kept));
  return {
    createStore: (database: string): Use => {
      const kept = database === 'palabre-files' ? device : new Map();
      return async (_mode, use) => use({ kept, transaction: {} });
    },
    get: (key: string, store: Use) => onKept(store, kept => kept.get(key)),
    set: (key: string, value: unknown, store: Use) => onKept(store, kept => void kept.set(key, value)),
    del: (key: string, store: Use) => onKept(store, kept => void kept.delete(key)),
    keys: (store: Use) => onKept(store, kept => [...kept.keys()]),
    entries: (store: Use) => onKept(store, kept => [...kept.entries()]),
  };
});

const as = (_id: string) => login(`token of ${_id}`, { _id, firstName: _id });
const plan = new Blob(['plan']);

beforeEach(() => void vi.stubGlobal('indexedDB', {}));
afterEach(() => {
  endSession('logout');
  device.clear();
  vi.unstubAllGlobals();
});

it('The bytes of files stay on the device until their person logs out, and are nobody else’s', async () => {
  as('camille');
  await keepBlob('f1', plan);
  endSession('expired');
  as('karim');
  expect(await blobOf('f1')).toBeNull();
  for (const id of ['f2', 'f3']) await keepBlob(id, plan);
  endSession('logout');
  await vi.waitFor(() => expect([...device.keys()]).toEqual(['camille/f1']));
  as('camille');
  expect(await blobOf('f1')).toBe(plan);
});

it('The bytes of a file are those that the device keeps, and are forgotten there too', async () => {
  as('camille');
  await keepBlob('f1', plan);
  const stored = new Blob(['stored']);
  device.set('camille/f1', stored);
  expect(await blobOf('f1')).toBe(stored);
  forgetBlobs([{ id: 'f1' }]);
  await vi.waitFor(() => expect([...device.keys()]).toEqual([]));
  expect(await blobOf('f1')).toBeNull();
});
