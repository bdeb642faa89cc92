import { afterEach, expect, it, vi } from 'vitest';
import { newUuid } from './uuid.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('newUuid makes distinct uuids in a browser without crypto.randomUUID', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  const made = Array.from({ length: 1_000 }, newUuid);
  for (const uuid of made)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(made).size).toBe(1_000);
});
