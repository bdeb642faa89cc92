// @vitest-environment jsdom
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { withoutDirection } from '../../../test/own-direction.ts';
import { camille, helene, karim, open, serve } from '../../../test/settings-world.tsx';
import { type Found, PeoplePicker } from './open/PeoplePicker.tsx';

afterEach(cleanup);

const words = { people: 'Personnes', nobody: 'Personne de ce nom.', full: 'Pas plus de deux.' };
const all: Found = { people: [camille, karim, helene], isSearching: false, isLate: false, isError: false };
const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());

function Form({ found }: { found: Found }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly PublicUser[]>([]);
  return (
    <form onSubmit={submitted}>
      <PeoplePicker {...{ field, typed, found, chosen, words }} onType={setTyped} onChoose={setChosen} atMost={2} />
    </form>
  );
}
const show = (found: Found) => {
  serve(camille);
  open([{ path: '*', element: <Form found={found} /> }], '/');
};
const box = (name: RegExp) => screen.getByRole<HTMLButtonElement>('checkbox', { name });
const search = () => screen.getByLabelText('Rechercher une personne');

test('People are chosen up to a number, which is said, and taken out again with the focus back in the search', () => {
  show(all);
  // Each is told apart by an e-mail.
  expect(screen.getByRole('group', { name: 'Personnes' }).textContent).toContain('helene@atelier.fr');
  expect(screen.queryByText(/suspendu/i)).toBeNull();
  expect(withoutDirection('Hélène Nguyen')).toEqual([]);
  fireEvent.click(box(/^.*Karim Benali/));
  expect(screen.queryByText('Pas plus de deux.')).toBeNull();
  expect(screen.getByRole('list', { name: '1 personne choisie' })).toBeDefined();
  fireEvent.click(box(/Hélène Nguyen/));
  expect(screen.getByRole('list', { name: '2 personnes choisies' })).toBeDefined();
  expect(screen.getByText('Pas plus de deux.')).toBeDefined();
  expect([/Camille/, /Karim/, /Hélène/].map(name => box(name).disabled)).toEqual([true, false, false]);
  fireEvent.click(screen.getByRole('button', { name: 'Retirer Karim Benali' }));
  expect(document.activeElement).toBe(search());
  expect([box(/Karim/).getAttribute('aria-checked'), box(/Camille/).disabled]).toEqual(['false', false]);
});

test('The search for people says what there is to do, that it found nobody, and that it failed', () => {
  const none = { ...all, people: [] };
  show(none);
  expect(search()).toHaveProperty('placeholder', 'Nom ou e-mail');
  fireEvent.change(search(), { target: { value: ' ' } });
  expect(screen.getByText('Cherchez une personne par son nom ou son e-mail.')).toBeDefined();
  fireEvent.change(search(), { target: { value: 'zz' } });
  expect(screen.getByText('Personne de ce nom.')).toBeDefined();
  cleanup();
  show({ ...none, isLate: true });
  fireEvent.change(search(), { target: { value: 'zz' } });
  expect([screen.queryByText('Personne de ce nom.'), screen.queryByText('Chargement…') !== null]).toEqual([null, true]);
  cleanup();
  show({ people: undefined, isSearching: true, isLate: false, isError: false });
  expect(screen.getAllByText('Chargement…').length).toBeGreaterThan(0);
  cleanup();
  show({ people: undefined, isSearching: false, isLate: false, isError: true });
  expect(screen.getByText('La recherche n’a pas abouti.')).toBeDefined();
});

test('The search for people sends nothing by Enter, and marks a suspended account', () => {
  const stranger = { ...helene, email: undefined, jobTitle: 'Métreuse' } as PublicUser;
  show({ ...all, people: [{ ...karim, avatar: '/api/karim', suspended: true }, stranger] });
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/karim');
  expect(screen.getByText('Métreuse')).toBeDefined();
  expect(fireEvent.keyDown(search(), { key: 'Enter' })).toBe(false);
  expect(fireEvent.keyDown(search(), { key: 'a' })).toBe(true);
  expect(screen.getByText(/suspendu/i)).toBeDefined();
});
