// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heardAlerts } from '../../../test/heard-alerts.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { MailsOffPage } from './MailsOffPage.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

const offPage = () => open([{ path: '/mails-off/:token', element: <MailsOffPage /> }], '/mails-off/jeton');

test('The unsubscribe link of a mail asks first, then confirms, and moves the focus to the next action', async () => {
  const calls = serve(camille, { 'POST /notifications/mail/stop': () => json(200, { message: 'Fait.' }) });
  offPage();
  const stop = await screen.findByRole('button', { name: 'Ne plus recevoir ces e-mails' });
  expect(document.title).toBe('Ne plus recevoir d’e-mails\u202f? · Palabre');
  expect(calls.filter(({ asked }) => asked.startsWith('POST'))).toEqual([]);
  expect(screen.getByText(/ne vous seront plus envoyés par e-mail/)).toBeDefined();
  await userEvent.click(stop);
  const done = await screen.findByRole('heading', { name: 'C’est fait' });
  expect(done.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  expect(screen.getByText(/^Vous ne recevrez plus ces e-mails/)).toBeDefined();
  expect(calls.find(({ asked }) => asked === 'POST /notifications/mail/stop')?.body).toEqual({ token: 'jeton' });
  expect(document.activeElement?.textContent).toBe('Ouvrir les paramètres');
  expect(document.activeElement?.getAttribute('href')).toBe('/settings/general');
  expect(document.title).toBe('C’est fait · Palabre');
});

test('An expired unsubscribe link says where else e-mails are turned off', async () => {
  const gone = 'Ce lien n’est plus valable. Les e-mails se règlent aussi dans vos paramètres.';
  serve(camille, {
    'POST /notifications/mail/stop': () => json(404, { code: 'mail_link_invalid', message: gone }),
  });
  offPage();
  // An alert would be gone again by the time that the text is alone.
  const told = heardAlerts();
  await userEvent.click(await screen.findByRole('button', { name: 'Ne plus recevoir ces e-mails' }));
  expect(await screen.findByText(gone)).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Ce lien ne répond plus' })).toBeDefined();
  expect(told()).toEqual([]);
  expect(document.title).toBe('Ce lien ne répond plus · Palabre');
  expect(document.activeElement?.textContent).toBe('Ouvrir les paramètres');
  expect(screen.getByRole('link', { name: 'Ouvrir les paramètres' }).getAttribute('href')).toBe('/settings/general');
});

test('An unsubscribe link that the server could not follow says why, and may be followed again', async () => {
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  serve(camille, {
    'POST /notifications/mail/stop': async () => {
      await held;
      return refused(503, 'Un instant.');
    },
  });
  offPage();
  const stop = await screen.findByRole('button', { name: 'Ne plus recevoir ces e-mails' });
  await userEvent.click(stop);
  expect(stop.getAttribute('aria-busy')).toBe('true');
  answer();
  await waitFor(() => expect(useAlerts.getState().alerts).toMatchObject([{ type: 'error', message: 'Un instant.' }]));
  await waitFor(() => expect(stop.getAttribute('aria-busy')).toBeNull());
});
