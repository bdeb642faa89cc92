// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, login, useSession } from '../../../platform/session/session.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { DataPage, PrivacyPage } from './InformationPages.tsx';
import { YourData } from './open/YourData.tsx';

/** Support address that the server answers. */
let supportEmail: string | null;
/** Answer to the deletion of the account, and the bodies of its requests. */
let remove: () => Response;
let removals: unknown[];

beforeEach(() => {
  removals = [];
  alerts.clear();
  useDialogs.setState({ pending: [] });
  vi.stubGlobal('fetch', async (address: string, { method, body: sent }: RequestInit = {}) => {
    if (method === 'DELETE') {
      removals.push(JSON.parse(String(sent)));
      return remove();
    }
    const body = address === '/api/contact' ? { supportEmail } : { export: null };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  endSession('logout');
  vi.unstubAllGlobals();
});

function open(page: React.ReactNode) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <UiHost>{page}</UiHost>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('The information pages show the support address that the operator configured', async () => {
  supportEmail = 'aide@exemple.fr';
  open(<PrivacyPage />);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'aide@exemple.fr' });
  expect(link.href).toBe('mailto:aide@exemple.fr');
});

test('The information pages tell of Google, of cookies, and how one’s data is taken along and deleted', () => {
  open(<PrivacyPage />);
  for (const text of [
    /nous recevons de Google votre nom, votre e-mail et votre photo/,
    /^Palabre n’utilise que des cookies essentiels/,
    /^Depuis votre profil, vous pouvez exporter vos données et supprimer votre compte/,
  ])
    expect(screen.getByText(text)).toBeDefined();
  cleanup();
  open(<DataPage />);
  for (const text of [
    /^Depuis votre profil, «.Préparer l’export.»/,
    /^Depuis votre profil, vous supprimez votre compte/,
  ])
    expect(screen.getByText(text)).toBeDefined();
});

test('The information pages show no support address when none was configured', async () => {
  supportEmail = null;
  open(<PrivacyPage />);
  expect(await screen.findByText(/Adressez-vous à la personne qui administre ce Palabre/)).toBeDefined();
  expect(document.body.textContent).not.toContain('@');
});

test('The dialog that deletes an account repeats what becomes of its messages', async () => {
  open(<YourData userId="camille" />);
  const ask = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer mon compte' }));
    return within(await screen.findByRole('alertdialog'));
  };
  const first = await ask();
  expect(first.getByText(/Vos messages resteront lisibles.*Cette action est définitive\.$/)).toBeDefined();
  await userEvent.click(first.getByRole('button', { name: 'Annuler' }));
  const choices = within(screen.getByRole('radiogroup', { name: 'Ce que deviennent vos messages' }));
  await userEvent.click(choices.getByRole('radio', { name: /Les effacer/ }));
  expect((await ask()).getByText(/Le texte et les fichiers de tous vos messages seront effacés/)).toBeDefined();
});

test('The page about data offers one’s own to who has a session alone, and says which page it is', async () => {
  supportEmail = null;
  open(<DataPage />);
  expect(await screen.findByText(/Adressez-vous à la personne/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Supprimer mon compte' })).toBeNull();
  const current = screen.getAllByRole('link').filter(link => link.getAttribute('aria-current') === 'page');
  expect(current.map(({ textContent }) => textContent)).toEqual(['Données']);
  expect(document.title).toMatch(/^Données · /);
  const back = screen.getAllByRole('link', { name: 'Revenir à Palabre' });
  expect(back.map(link => link.getAttribute('href'))).toEqual(['/', '/']);
  cleanup();
  login('a.b.c', { _id: 'camille' });
  open(<DataPage />);
  expect(await screen.findByRole('button', { name: 'Supprimer mon compte' })).toBeDefined();
  cleanup();
  // The page about privacy offers them to nobody.
  open(<PrivacyPage />);
  expect(await screen.findByText(/Adressez-vous à la personne/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Supprimer mon compte' })).toBeNull();
});

test('An account is deleted by its password, whose refusal is told at its field, and the session ends', async () => {
  login('a.b.c', { _id: 'camille' });
  open(<YourData userId="camille" />);
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer mon compte' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const password = dialog.getByLabelText<HTMLInputElement>(/^Mot de passe/);
  const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Supprimer' }));
  for (const code of ['reauthentication_required', 'wrong_password']) {
    remove = () => Response.json({ code, message: `Refus ${code}.` }, { status: 403 });
    await confirm();
    expect(await dialog.findByText(`Refus ${code}.`)).toBeDefined();
    expect(password.getAttribute('aria-invalid')).toBe('true');
  }
  await userEvent.type(password, 'un mot de passe');
  remove = () => Response.json({ message: 'Votre compte est supprimé.' });
  await confirm();
  expect(await screen.findByText('Votre compte est supprimé.')).toBeDefined();
  expect(useSession.getState().token).toBeNull();
  expect(removals.at(-1)).toEqual({ messages: 'keep', password: 'un mot de passe' });
});

test('An account is deleted with its messages where that is chosen; a failure is told, and the session stays', async () => {
  login('a.b.c', { _id: 'camille', passwordless: true } as never);
  open(<YourData userId="camille" />);
  await userEvent.click(screen.getByRole('radio', { name: /Les effacer/ }));
  const answer = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer mon compte' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
  };
  await answer('Annuler');
  expect(removals).toEqual([]);
  remove = () => Response.json({ code: 'unavailable', message: 'Palabre redémarre.' }, { status: 503 });
  await answer('Supprimer');
  expect(await screen.findByText('Palabre redémarre.')).toBeDefined();
  expect([removals, useSession.getState().token]).toEqual([[{ messages: 'erase' }], 'a.b.c']);
});

test('An account with a password is deleted with its messages where that is chosen', async () => {
  login('a.b.c', { _id: 'camille' });
  open(<YourData userId="camille" />);
  await userEvent.click(screen.getByRole('radio', { name: /Les effacer/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer mon compte' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.type(dialog.getByLabelText(/^Mot de passe/), 'un mot de passe');
  remove = () => Response.json({ message: 'Votre compte est supprimé.' });
  await userEvent.click(dialog.getByRole('button', { name: 'Supprimer' }));
  expect(await screen.findByText('Votre compte est supprimé.')).toBeDefined();
  expect(removals).toEqual([{ messages: 'erase', password: 'un mot de passe' }]);
});

test('An account whose deletion is given up stays', async () => {
  login('a.b.c', { _id: 'camille' });
  open(<YourData userId="camille" />);
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer mon compte' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Annuler' }));
  expect([removals, useSession.getState().token]).toEqual([[], 'a.b.c']);
});
