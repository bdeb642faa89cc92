// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { DialogHost } from '../dialogs/DialogHost.tsx';
import { Menu } from './Menu.tsx';
import { Popover } from './Popover.tsx';

// Nothing of these chunks is rendered here: each import of one is noted, and fails, so that the next is an import too.
const fetched = vi.hoisted((): string[] => []);
vi.mock('./overlays.ts', () => {
  fetched.push('overlays');
  throw new TypeError('Failed to fetch');
});
vi.mock('../dialogs/PendingDialog.tsx', () => {
  fetched.push('dialogs');
  throw new TypeError('Failed to fetch');
});

beforeEach(() => {
  fetched.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each([
  [
    'a menu',
    'overlays',
    500,
    <Menu key="menu" items={[]}>
      <button type="button">Menu</button>
    </Menu>,
  ],
  [
    'a card',
    'overlays',
    500,
    <Popover key="card" label="Fiche" trigger={<button type="button">Fiche</button>}>
      Camille
    </Popover>,
  ],
  ['dialogs', 'dialogs', 2_000, <DialogHost key="dialogs" />],
] as const)(
  'The code of %s is fetched once the page has rested, before the first is opened',
  async (_what, chunk, restMs, element) => {
    render(element);
    await act(() => vi.advanceTimersByTimeAsync(restMs - 1));
    expect(fetched).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(10));
    await vi.waitFor(() => expect(fetched).toEqual([chunk]));
  },
);
