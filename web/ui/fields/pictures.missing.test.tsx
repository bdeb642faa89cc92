// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { useAlerts } from '../alerts/alerts.ts';
import { PicturePicker } from './PicturePicker.tsx';

// The chunk of the dialog that cuts pictures can't be fetched, although the server answers and the page was just reloaded.
vi.mock('./CropDialog.tsx', () => Promise.reject(new TypeError('Failed to fetch')));

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async () => new Response('ok'));
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
});
afterEach(() => {
  cleanup();
  useAlerts.setState({ alerts: [] });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('A picture that cannot be cut, since the code for it is not there, says so each time it is chosen', async () => {
  render(
    <PicturePicker
      {...{ label: 'Logo', picture: null, fileName: 'logo.png', shape: 'squircle' as const }}
      onChange={() => expect.fail('nothing was cut')}
      preview={() => null}
    />,
  );
  for (const times of [1, 2]) {
    fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, {
      target: { files: [new File(['x'], 'moi', { type: 'image/png' })] },
    });
    await waitFor(() => expect(useAlerts.getState().alerts).toHaveLength(times));
  }
  expect(useAlerts.getState().alerts.at(-1)?.message).toMatch(/Impossible de joindre Palabre/);
  expect(screen.queryByRole('dialog')).toBeNull();
});
