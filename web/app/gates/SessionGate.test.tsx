// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import '../../platform/words/i18n.ts';
import { login, type SessionState } from '../../platform/session/session.ts';
import { SessionGate } from './SessionGate.tsx';

afterEach(cleanup);

function show() {
  login('a.b.c', { _id: 'camille' });
  const page = { element: <SessionGate />, children: [{ path: '/:page', element: <input aria-label="Brouillon" /> }] };
  render(
    <RouterProvider
      router={createMemoryRouter([page, { path: '/login', element: <p>Connexion</p> }], { initialEntries: ['/home'] })}
    />,
  );
}

/** Stores a session as another tab of this browser would. */
function elsewhere(state: SessionState) {
  localStorage.setItem('sessionStore', JSON.stringify(state));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'sessionStore' })));
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Brouillon' });

test('SessionGate shows nothing of the previous person after another tab switches accounts', async () => {
  show();
  await userEvent.type(field(), 'à moi seule');
  elsewhere({ token: 'a.b.c', user: { _id: 'camille', firstName: 'Camille' }, isLoggedIn: true });
  expect(field().value).toBe('à moi seule');
  elsewhere({ token: 'd.e.f', user: { _id: 'karim' }, isLoggedIn: true });
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Brouillon' })).value).toBe('');
});

test('SessionGate leads to the login page after a logout in another tab', () => {
  show();
  elsewhere({ token: null, user: null, isLoggedIn: false });
  expect(screen.getByText('Connexion')).toBeDefined();
});
