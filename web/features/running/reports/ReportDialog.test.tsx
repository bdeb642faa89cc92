// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { camille, json, karim, open, refused, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { type Reporting, report, useReporting } from './open/report.store.ts';
import { ReportDialog } from './ReportDialog.tsx';

/** Shows the dialog while a report is being written, as the shell does. */
function Shell() {
  const { reporting } = useReporting();
  return reporting && <ReportDialog reporting={reporting} />;
}

beforeEach(() => useReporting.getState().close());
afterEach(cleanup);

function show(subject: Reporting, answer = () => json(201, { message: '' })) {
  const calls = serve(camille, { 'POST /report': answer });
  report(subject);
  open([{ path: '*', Component: Shell }], '/');
  return () => calls.filter(({ asked }) => asked === 'POST /report').map(({ body }) => body);
}
const send = () => screen.getByRole('button', { name: 'Envoyer le signalement' });

it('A report needs a reason, and names the person, the message and the workspace', async () => {
  const sent = show({ person: karim, messageId: 'm1', workspaceId: 'atelier' });
  expect(await screen.findByText('Signaler un message de Karim Benali')).toBeTruthy();
  expect(screen.getByText(/^Les propriétaires du workspace et les personnes/)).toBeTruthy();
  expect(screen.getByText('Les propriétaires du workspace n’en sauront rien.')).toBeTruthy();
  // Radix adds a native radio to each, for forms only.
  const reasons = screen.getAllByRole('radio').map(({ textContent }) => textContent);
  expect(reasons.filter(Boolean)).toEqual(['Spam', 'Harcèlement', "Usurpation d'identité", 'Autre']);
  expect(send()).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('radio', { name: 'Autre' }));
  expect(screen.getByLabelText('Description')).toHaveProperty('maxLength', limits.report);
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Encore lui.' } });
  await userEvent.click(screen.getByRole('checkbox', { name: /Seulement aux personnes qui administrent/ }));
  await userEvent.click(send());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([
    {
      reportedUser: 'karim',
      reason: 'autre',
      description: 'Encore lui.',
      messageId: 'm1',
      workspaceId: 'atelier',
      attachContext: true,
      onlyAdministrators: true,
    },
  ]);
  expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual(['Signalement envoyé']);
});

it('A report of a person says nothing of messages', async () => {
  const sent = show({ person: karim, workspaceId: 'atelier' });
  await userEvent.click(await screen.findByRole('radio', { name: 'Spam' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Signaler Karim Benali' })).toBeTruthy();
  expect(screen.getByText(/administrent Palabre le verront\. Karim n’en saura rien/)).toBeTruthy();
  expect(screen.getByRole('radiogroup', { name: 'Motif' })).toBeTruthy();
  await userEvent.click(send());
  const report = { reportedUser: 'karim', reason: 'spam', description: '', workspaceId: 'atelier' };
  await waitFor(() => expect(sent()).toEqual([report]));
});

it('A report of who has but one name says that name', async () => {
  show({ person: { ...karim, firstName: '' } });
  expect(await screen.findByRole('dialog', { name: 'Signaler Benali' })).toBeTruthy();
  expect(screen.getByText(/\. Benali n’en saura rien/)).toBeTruthy();
});

it('A report that the server refuses stays in its dialog, with the reason, said once', async () => {
  let answer = () => refused(429, 'Trop de signalements.');
  show({ person: karim }, () => answer());
  await userEvent.click(await screen.findByRole('radio', { name: 'Spam' }));
  await userEvent.click(send());
  expect(await screen.findByText('Trop de signalements.')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Spam' }).getAttribute('aria-checked')).toBe('true');
  const issues = [{ path: 'description', message: 'Trop long.' }];
  answer = () => json(400, { code: 'invalid', message: 'Refusé.', issues });
  await waitFor(() => expect(send().getAttribute('aria-busy')).toBeNull());
  await userEvent.click(send());
  expect(await screen.findByText('Trop long.')).toBeTruthy();
  expect(screen.queryByText('Refusé.')).toBeNull();
});

it('Messages of others in a conversation are attached only if that is wished', async () => {
  const sent = show({ person: karim, messageId: 'm1' });
  await userEvent.click(await screen.findByRole('radio', { name: 'Spam' }));
  expect(
    screen.getByText(/^Les personnes qui administrent Palabre verront ce message.*Karim n’en saura rien/),
  ).toBeTruthy();
  expect(screen.getByText(/^Pour qu’on comprenne de quoi il s’agit/)).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: /Seulement/ })).toBeNull();
  expect(screen.getByRole('checkbox', { name: /Joindre les 5 messages/ }).getAttribute('aria-checked')).toBe('false');
  await userEvent.click(send());
  await waitFor(() => expect(sent()).toMatchObject([{ messageId: 'm1', attachContext: false }]));
  cleanup();
  const wished = show({ person: karim, messageId: 'm1' });
  await userEvent.click(await screen.findByRole('radio', { name: 'Spam' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Joindre les 5 messages/ }));
  await userEvent.click(send());
  await waitFor(() => expect(wished()).toMatchObject([{ attachContext: true, onlyAdministrators: false }]));
});

it('A report without a word is closed by Escape, and by « Annuler »', async () => {
  show({ person: karim });
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  show({ person: karim });
  fireEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('A report that has words asks before they are lost', async () => {
  show({ person: karim });
  const words = await screen.findByLabelText<HTMLTextAreaElement>('Description');
  expect(words.placeholder).toMatch(/^Ce qui s’est passé/);
  fireEvent.change(words, { target: { value: 'Encore lui.' } });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Continuer à modifier' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Encore lui.');
});
