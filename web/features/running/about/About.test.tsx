// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { About } from './open/About.tsx';

const answer = {
  version: '1.2.0',
  packages: [
    { name: 'fastify', version: '5.12.8', licence: 'MIT', texts: [1] },
    { name: 'pgpass', version: '1.0.5', licence: '', texts: [] },
  ],
  texts: ['Texte d’un autre', 'Permission is hereby granted'],
};

afterEach(() => {
  cleanup();
  document.head.replaceChildren();
});

/** Shows the subject on a page of this version, and opens the licences. */
async function openLicences(version: string, ...answers: (() => Response)[]) {
  document.head.innerHTML = `<meta name="version" content="${version}">`;
  serve(camille, { 'GET /licences': () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? json(500, {}) });
  open([{ path: '*', Component: About }], '/');
  expect(await screen.findByText(new RegExp(`^Version ${version}\\.`))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Licences' }));
  return within(await screen.findByRole('dialog', { name: 'Licences' }));
}

test('About Palabre tells its version, and lists the packages with the texts of their licences', async () => {
  const dialog = await openLicences('1.2.0', () => json(200, answer));
  expect((await dialog.findByText('fastify')).closest('summary')?.textContent).toBe('fastify5.12.8MIT');
  expect(dialog.getByRole('list', { name: 'Logiciels et polices' })).toBeDefined();
  expect(dialog.getByText(/^Palabre 1\.2\.0 est faite avec ces logiciels/)).toBeDefined();
  await userEvent.click(dialog.getByText('fastify'));
  expect(dialog.getByText('Permission is hereby granted').lang).toBe('en');
  expect(dialog.queryByText('Texte d’un autre')).toBeNull();
  expect(dialog.getByText('pgpass').closest('summary')?.textContent).toContain('Licence non précisée');
  await userEvent.click(dialog.getByText('pgpass'));
  expect(dialog.getByText('Le texte de cette licence n’est pas joint au paquet.')).toBeTruthy();
  expect(dialog.queryByText(/rechargez la page/)).toBeNull();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Licences' }));
  expect(await screen.findByRole('dialog', { name: 'Licences' })).toBeTruthy();
});

test('About Palabre says that the server has a newer version than the page', async () => {
  const dialog = await openLicences('1.1.0', () => json(200, answer));
  expect(await dialog.findByText(/^Le serveur est en version 1\.2\.0/)).toBeTruthy();
});

test('About Palabre says that the licences could not be read, and asks again', async () => {
  const dialog = await openLicences(
    '1.2.0',
    () => refused(403, 'Non.'),
    () => json(200, answer),
  );
  expect(await dialog.findByText('Non.')).toBeTruthy();
  await userEvent.click(await dialog.findByRole('button', { name: /réessayer/i }));
  expect(await dialog.findByText('fastify')).toBeTruthy();
  // The dialog told it: no alert does.
  expect(useAlerts.getState().alerts).toEqual([]);
});
