// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { ApiError } from '../../platform/server/api.ts';
import { answered } from '../../test/answered.ts';
import { useAlerts } from '../alerts/alerts.ts';
import { DialogHost } from './DialogHost.tsx';
import { useDialogs } from './dialogs.ts';
import { rename } from './rename.ts';

// Preloaded, so that no test waits for the icons' many files.
beforeAll(() => import('./PendingDialog.tsx'));
beforeEach(() => {
  useDialogs.setState({ pending: [] });
  useAlerts.setState({ alerts: [] });
  render(<DialogHost />);
});
afterEach(cleanup);

/** Renames « chantier », or an unnamed thing, to a typed text; the renaming may still wait for the person. */
async function typed(text: string, save: (title: string) => Promise<unknown>, current: string | null = 'chantier') {
  const renamed = rename({ t: word => word, current, save });
  const field = await screen.findByLabelText<HTMLInputElement>('name');
  expect([field.value, field.maxLength]).toEqual([current ?? '', limits.title]);
  await userEvent.clear(field);
  await userEvent.type(field, `${text}{Enter}`);
  // An async function would await a returned promise: the renaming is not over yet.
  return { renamed };
}
const said = () => useAlerts.getState().alerts.map(({ title, message }) => [title, message]);

it('rename saves the trimmed name and says so', async () => {
  const save = vi.fn(async () => {});
  await answered((await typed('  chantier de Lyon ', save)).renamed);
  expect(save.mock.calls).toEqual([['chantier de Lyon']]);
  expect(said()).toEqual([['doneTitle', 'done']]);
});

it('rename asks the server nothing, and claims nothing, for the name that there was', async () => {
  const save = vi.fn(async () => {});
  await answered((await typed(' chantier', save)).renamed);
  expect(save).not.toHaveBeenCalled();
  expect(said()).toEqual([]);
});

it('rename asks for a name of what has none yet, too, and saves it', async () => {
  const save = vi.fn(async () => {});
  const { renamed } = await typed(' ', save, null);
  expect(save).not.toHaveBeenCalled();
  expect((await screen.findByRole('alert')).textContent).toBe('empty');
  await userEvent.type(screen.getByLabelText('name'), 'chantier{Enter}');
  await answered(renamed);
  expect(save.mock.calls).toEqual([['chantier']]);
  expect(said()).toEqual([['doneTitle', 'done']]);
});

it('rename says why a name was not saved, and keeps the dialog open for an empty one', async () => {
  const save = vi.fn(() => Promise.reject(new Error('Non.')));
  const { renamed } = await typed(' ', save);
  expect((await screen.findByRole('alert')).textContent).toBe('empty');
  await userEvent.type(screen.getByLabelText('name'), 'autre{Enter}');
  expect((await screen.findByRole('alertdialog', { name: 'failedTitle' })).textContent).toContain('failed');
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await answered(renamed);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(said()).toEqual([]);
});

it('rename shows the server’s issue with the name at its field, keeps the dialog open, and saves the next name', async () => {
  const issues = [{ path: 'title', message: 'Déjà pris.' }];
  const save = vi.fn(async () => {});
  save.mockRejectedValueOnce(new ApiError({ status: 400, code: 'invalid_input', message: 'Non.', issues }));
  const { renamed } = await typed('autre', save);
  expect((await screen.findByRole('alert')).textContent).toBe('Déjà pris.');
  const field = screen.getByLabelText('name');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(field, ' nom');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await answered(renamed);
  expect(save.mock.calls).toEqual([['autre'], ['autre nom']]);
  expect(said()).toEqual([['doneTitle', 'done']]);
});
