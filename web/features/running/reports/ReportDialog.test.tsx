// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { camille, json, karim, open, refused, serve } from '../../../test/settings-world.tsx';
import { report, useReporting } from './open/report.store.ts';
import { ReportDialog } from './ReportDialog.tsx';

afterEach(() => {
  cleanup();
  useReporting.getState().close();
});

/** Shows the dialog while somebody is being reported, as the shell does. */
function Shown() {
  const reporting = useReporting(state => state.reporting);
  return reporting && <ReportDialog reporting={reporting} />;
}

function show(answer: () => Response = () => json(201, { message: 'Signalé.' })) {
  const calls = serve(camille, { 'POST /report': answer });
  report({ person: karim, messageId: 'm1', workspaceId: 'atelier' });
  open([{ path: '*', element: <Shown /> }], '/');
  return calls;
}

test('A report needs a reason, is sent with what was written, and says so once it is', async () => {
  const calls = show();
  const send = await screen.findByRole('button', { name: 'Envoyer le signalement' });
  expect(send).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('radio', { name: 'Harcèlement' }));
  await userEvent.type(screen.getByLabelText('Description'), 'Il insiste.');
  await userEvent.click(send);
  expect(await screen.findByText('Signalement envoyé')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.find(({ asked }) => asked === 'POST /report')?.body).toEqual({
    ...{ reportedUser: 'karim', reason: 'harcèlement', description: 'Il insiste.' },
    ...{ messageId: 'm1', workspaceId: 'atelier' },
  });
it('A report needs a reason, and names the person, the message and the workspace', async () => {
  const sent = show({ person: karim, messageId: 'm1', workspaceId: 'atelier' });
  expect(await screen.findByText('Signaler un message de Karim Benali')).toBeTruthy();
  expect(send()).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('radio', { name: 'Autre' }));
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

test('A report that is refused stays, with the reason of the server said once', async () => {
  show(() => refused(403, 'Vous ne pouvez pas signaler ce message.'));
  await userEvent.click(await screen.findByRole('radio', { name: 'Spam' }));
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer le signalement' }));
  expect(await screen.findAllByText('Vous ne pouvez pas signaler ce message.')).toHaveLength(1);
  expect(screen.getByRole('radio', { name: 'Spam', checked: true })).toBeDefined();
});

test('A report without a word is closed by Escape', async () => {
  show();
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('Messages of others in a conversation are attached only if that is wished', async () => {
  const sent = show({ person: karim, messageId: 'm1' });
  await userEvent.click(await screen.findByRole('radio', { name: 'Spam' }));
  expect(screen.queryByRole('checkbox', { name: /Seulement/ })).toBeNull();
  expect(screen.getByRole('checkbox', { name: /Joindre les 5 messages/ }).getAttribute('aria-checked')).toBe('false');
  await userEvent.click(send());
  await waitFor(() => expect(sent()).toMatchObject([{ messageId: 'm1', attachContext: false }]));
});
