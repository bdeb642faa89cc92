// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { PrivacyPage } from './InformationPages.tsx';
import { YourData } from './open/YourData.tsx';

/** Whom one may write to, as the server says. */
let supportEmail: string | null;

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const body = address === '/api/contact' ? { supportEmail } : { export: null };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
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

test('One is told to write to the address that whoever runs Palabre has given', async () => {
  supportEmail = 'aide@exemple.fr';
  open(<PrivacyPage />);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'aide@exemple.fr' });
  expect(link.href).toBe('mailto:aide@exemple.fr');
});

test('No address is invented where none was given', async () => {
  supportEmail = null;
  open(<PrivacyPage />);
  expect(await screen.findByText(/Adressez-vous à la personne qui administre ce Palabre/)).toBeDefined();
  expect(document.body.textContent).not.toContain('@');
});

test('The dialog that ends an account says again what becomes of its messages', async () => {
  open(<YourData userId="camille" />);
  const ask = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer mon compte' }));
    return within(await screen.findByRole('alertdialog'));
  };
  const first = await ask();
  expect(first.getByText(/Vos messages resteront lisibles/)).toBeDefined();
  await userEvent.click(first.getByRole('button', { name: 'Annuler' }));
  await userEvent.click(screen.getByRole('radio', { name: /Les effacer/ }));
  expect((await ask()).getByText(/Le texte et les fichiers de tous vos messages seront effacés/)).toBeDefined();
});
