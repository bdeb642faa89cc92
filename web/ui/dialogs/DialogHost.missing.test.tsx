// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { UiHost } from '../overlays/UiHost.tsx';
import { confirm, notice } from './dialogs.ts';

// The dialogs' chunk can't be fetched, although the server answers and the page was just reloaded.
vi.mock('./PendingDialog.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
afterEach(cleanup);

test('A dialog whose chunk cannot be fetched is cancelled with an alert; the page stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response('ok'));
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
  render(
    <UiHost>
      <p>La page</p>
    </UiHost>,
  );
  expect(await confirm({ title: 'Êtes-vous sûr ?' })).toBe(false);
  await notice({ title: 'Modifié !' });
  expect((await screen.findAllByText(/Impossible de joindre Palabre/)).length).toBeGreaterThan(0);
  expect(screen.getByText('La page')).toBeDefined();
});
