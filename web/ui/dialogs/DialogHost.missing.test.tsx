// @vitest-environment jsdom
import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { UiHost } from '../overlays/UiHost.tsx';
import { confirm, notice, prompt } from './dialogs.ts';

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
  const [confirmed, noticed, prompted] = [vi.fn(), vi.fn(), vi.fn()];
  void confirm({ title: 'Êtes-vous sûr ?' }).then(confirmed);
  await vi.waitFor(() => expect(confirmed).toHaveBeenCalledWith(false), pageWaitTimeoutMs);
  void notice({ title: 'Modifié !' }).then(noticed);
  await vi.waitFor(() => expect(noticed).toHaveBeenCalled(), pageWaitTimeoutMs);
  void prompt({ title: 'Renommer', fields: [{ name: 'name', label: 'Nom', value: 'Midi' }] }).then(prompted);
  await vi.waitFor(() => expect(prompted).toHaveBeenCalledWith(null), pageWaitTimeoutMs);
  expect((await screen.findAllByText(/Impossible de joindre Palabre/)).length).toBeGreaterThan(0);
  expect(screen.getByText('La page')).toBeDefined();
});
