// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { PrivacyPage } from './InformationPages.tsx';
import { YourData } from './open/YourData.tsx';

/** Support address that the server answers. */
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

test('The information pages show the support address that the operator configured', async () => {
  supportEmail = 'aide@exemple.fr';
  open(<PrivacyPage />);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'aide@exemple.fr' });
  expect(link.href).toBe('mailto:aide@exemple.fr');
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
  expect(first.getByText(/Vos messages resteront lisibles/)).toBeDefined();
  await userEvent.click(first.getByRole('button', { name: 'Annuler' }));
  await userEvent.click(screen.getByRole('radio', { name: /Les effacer/ }));
  expect((await ask()).getByText(/Le texte et les fichiers de tous vos messages seront effacés/)).toBeDefined();
});
