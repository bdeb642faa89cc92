// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  atelier,
  camille,
  helene,
  json,
  karim,
  leonie,
  open,
  person,
  refused,
  serve,
} from '../../../test/settings-world.tsx';
import { InviteModal } from './open/InviteModal.tsx';

const invite: Invite = {
  _id: 'invite',
  inviteCode: 'ABCD2345',
  inviteLink: 'http://palabre.test/invite/ABCD2345',
  workspaceId: 'atelier',
  created_at: '2026-11-21T10:00:00.000Z',
  time: '168h',
  users: [],
  maxUses: 10,
};
const created = () => json(201, { inviteCode: invite.inviteCode, inviteLink: invite.inviteLink, invite });
const onOpenChange = vi.fn();
const show = () =>
  open([{ path: '*', element: <InviteModal workspaceId="atelier" open onOpenChange={onOpenChange} /> }], '/');
const create = () => screen.getByRole('button', { name: 'Créer l’invitation' });

beforeEach(() => {
  onOpenChange.mockReset();
});
afterEach(cleanup);

test('The invitation’s search leaves out the user, the members and the banned', async () => {
  serve(camille);
  show();
  expect(await screen.findByRole('checkbox', { name: /Hélène Nguyen/ })).toBeDefined();
  expect(screen.getAllByRole('checkbox', { hidden: false })).toHaveLength(1);
});

test('The invitation’s « Créer » waits for a chosen person, and sends a week in hours', async () => {
  const calls = serve(camille, { 'POST /invite/atelier': created });
  show();
  const helene = await screen.findByRole('checkbox', { name: /Hélène Nguyen/ });
  expect(create()).toHaveProperty('disabled', true);
  expect(screen.getByRole('combobox', { name: 'Durée' }).textContent).toContain('1 heure');
  await userEvent.click(helene);
  expect(create()).toHaveProperty('disabled', false);
  await userEvent.click(screen.getByRole('button', { name: 'Retirer Hélène Nguyen' }));
  expect(create()).toHaveProperty('disabled', true);
  await userEvent.click(helene);
  await userEvent.click(screen.getByRole('combobox', { name: 'Durée' }));
  const week = await screen.findByRole('option', { name: '1 semaine', hidden: false });
  expect(screen.getAllByRole('option', { hidden: false }).map(({ textContent }) => textContent)).toEqual([
    ...['1 heure', '2 heures', '6 heures', '12 heures', '1 jour', '2 jours', '1 semaine'],
  ]);
  await userEvent.click(week);
  expect(screen.getByText(/^Choisissez qui prévenir/)).toBeDefined();
  await userEvent.click(create());
  expect(await screen.findByDisplayValue('ABCD2345')).toBeDefined();
  expect(screen.getByRole('dialog', { name: 'Invitation créée' })).toBeDefined();
  expect(screen.queryByText(/^Choisissez qui prévenir/)).toBeNull();
  expect(screen.getByLabelText('Lien d’invitation')).toHaveProperty('readOnly', true);
  expect(screen.getByLabelText('Code d’invitation')).toHaveProperty('readOnly', true);
  expect(calls.find(call => call.asked === 'POST /invite/atelier')?.body).toEqual({ users: ['helene'], time: '168h' });
});

test('The invitation is for no more people than the server takes, which is said', async () => {
  const { invitedPeople } = limits;
  onTestFinished(() => void Object.assign(limits, { invitedPeople }));
  // A hundred would take as many presses.
  Object.assign(limits, { invitedPeople: 1 });
  serve(camille, { 'GET /user': () => json(200, { users: [helene, person('zoe', 'Zoé', 'Lambert')] }) });
  show();
  const full = 'Cent personnes au plus par invitation.';
  const box = (name: RegExp) => screen.findByRole<HTMLButtonElement>('checkbox', { name });
  expect([(await box(/Zoé/)).disabled, screen.queryByText(full)]).toEqual([false, null]);
  fireEvent.click(await box(/Hélène/));
  expect([(await box(/Zoé/)).disabled, (await box(/Hélène/)).disabled]).toEqual([true, false]);
  expect(screen.getByText(full)).toBeDefined();
});

test('The invitation’s search does not create the invitation on Enter', async () => {
  const calls = serve(camille, { 'POST /invite/atelier': created });
  show();
  await userEvent.click(await screen.findByRole('checkbox', { name: /Hélène Nguyen/ }));
  await userEvent.type(screen.getByLabelText('Rechercher une personne'), 'hel{Enter}');
  expect(create()).toHaveProperty('disabled', false);
  expect(calls.filter(({ asked }) => asked.startsWith('POST'))).toEqual([]);
  expect(screen.queryByText('Création de l’invitation…')).toBeNull();
});

test('The invitation’s code and link are copied, a refused copy is reported, and OK closes', async () => {
  serve(camille, { 'POST /invite/atelier': created });
  show();
  await userEvent.click(await screen.findByRole('checkbox', { name: /Hélène Nguyen/ }));
  await userEvent.click(create());
  const copied = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
  await userEvent.click(await screen.findByRole('button', { name: 'Copier le code' }));
  expect(await screen.findByText('Code copié dans le presse-papiers')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Copier le lien' }));
  expect(await screen.findByText('Lien d’invitation copié dans le presse-papiers')).toBeDefined();
  expect(copied.mock.calls).toEqual([['ABCD2345'], [invite.inviteLink]]);
  // They are copied by hand, too: the focus selects them whole.
  for (const text of ['ABCD2345', invite.inviteLink]) {
    const field = screen.getByDisplayValue<HTMLInputElement>(text);
    field.focus();
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(text);
  }
  copied.mockRejectedValueOnce(new Error('refused'));
  await userEvent.click(screen.getByRole('button', { name: 'Copier le code' }));
  expect(await screen.findByText('Erreur lors de la copie dans le presse-papiers')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test('The invitation shows a spinner while it is created, be it a link only; a refusal restores the form', async () => {
  let answer: (response: Response) => void = () => {};
  serve(camille, { 'POST /invite/atelier': () => new Promise<Response>(done => (answer = done)) });
  show();
  const isRefused = async () => {
    expect(await screen.findByText('Création de l’invitation…')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^(Annuler|Créer)/ })).toBeNull();
    answer(refused(403, 'Non.'));
  };
  await userEvent.click(await screen.findByRole('checkbox', { name: /Hélène Nguyen/ }));
  await userEvent.click(create());
  await isRefused();
  expect(await screen.findByRole('button', { name: 'Retirer Hélène Nguyen' })).toBeDefined();
  expect(await screen.findByText('Non.')).toBeDefined();
  await userEvent.click(screen.getByRole('tab', { name: 'Par un lien' }));
  await userEvent.click(screen.getByRole('button', { name: 'Créer le lien' }));
  await isRefused();
  expect(await screen.findByRole('button', { name: 'Créer le lien' })).toBeDefined();
});

test('The invitation’s search asks the server, and leaves out members whom the workspace does not list; a failure is said', async () => {
  const { bans, ...rest } = atelier;
  let fails = false;
  const calls = serve(camille, {
    'GET /workspace/atelier': () => json(200, { workspace: { ...rest, bans, members: ['camille'] } }),
    'GET /workspace/atelier/members': () => json(200, { users: [camille, karim], online: 0, total: 2 }),
    'GET /user': (_body, { searchParams }) => {
      if (fails) return refused(403, 'Non.');
      return json(200, { users: searchParams.has('search') ? [karim] : [camille, karim, helene, leonie] });
    },
  });
  show();
  await screen.findByRole('checkbox', { name: /Hélène Nguyen/ });
  expect(screen.getByRole('checkbox', { name: /Léonie/ })).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: /Karim/ })).toBeNull();
  const search = screen.getByLabelText('Rechercher une personne');
  expect(document.activeElement).toBe(search);
  fireEvent.change(search, { target: { value: 'karim' } });
  const none = 'Aucune personne à inviter ne correspond à cette recherche.';
  expect(await screen.findByText(none)).toBeDefined();
  fails = true;
  fireEvent.change(search, { target: { value: ' zoé ' } });
  // Nothing is said of the next search before its answer.
  expect(screen.queryByText(none)).toBeNull();
  await waitFor(() => {
    const asked = calls.filter(({ query }) => query.search === 'zoé').map(({ asked }) => asked);
    expect(asked.sort()).toEqual(['GET /user', 'GET /workspace/atelier/members']);
    // As many members as one response holds: members that are not known would be offered.
    expect(calls.findLast(({ asked }) => asked.endsWith('/members'))?.query.limit).toBe('200');
  });
  expect(await screen.findByText('La recherche n’a pas abouti.')).toBeDefined();
});

test.each(['GET /user', 'GET /workspace/atelier/members'])(
  'The invitation’s search says that it found nobody once both of its answers are there, %s the last',
  async last => {
    let come = () => {};
    const late = new Promise<void>(done => {
      come = done;
    });
    const answer =
      (asked: string, found: object) =>
      async (_body: unknown, { searchParams }: URL) => {
        if (asked === last && searchParams.has('search')) await late;
        return json(200, found);
      };
    const calls = serve(camille, {
      'GET /user': answer('GET /user', { users: [karim] }),
      'GET /workspace/atelier/members': answer('GET /workspace/atelier/members', {
        ...{ users: [camille, karim], online: 0, total: 2 },
      }),
    });
    const { client } = show();
    await screen.findByText('Cherchez une personne par son nom ou son e-mail.');
    fireEvent.change(screen.getByLabelText('Rechercher une personne'), { target: { value: 'karim' } });
    await waitFor(() => expect(calls.filter(({ query }) => query.search === 'karim')).toHaveLength(2));
    await waitFor(() => expect(client.isFetching()).toBe(1));
    // The cache tells its page in a task of its own.
    await act(() => new Promise(done => setTimeout(done)));
    const none = 'Aucune personne à inviter ne correspond à cette recherche.';
    expect(screen.queryByText(none)).toBeNull();
    come();
    expect(await screen.findByText(none)).toBeDefined();
  },
);

test('The invitation’s search says that it failed, too where it is the members who could not be searched', async () => {
  serve(camille, { 'GET /workspace/atelier/members': () => refused(403, 'Non.') });
  show();
  expect(await screen.findByText('La recherche n’a pas abouti.')).toBeDefined();
});

test('The invitation is left by « Annuler », by Escape too; addresses typed in it are not lost unasked', async () => {
  serve(camille);
  show();
  fireEvent.click(await screen.findByRole('checkbox', { name: /Hélène Nguyen/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(onOpenChange.mock.calls).toEqual([[false]]);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(onOpenChange.mock.calls).toEqual([[false], [false]]);
  const ways = within(screen.getByRole('tablist', { name: 'Façons d’inviter' }));
  expect(ways.getByRole('tab', { selected: true }).textContent).toBe('Dans Palabre');
  await userEvent.click(screen.getByRole('tab', { name: 'Par e-mail' }));
  fireEvent.change(screen.getByLabelText('Adresses e-mail'), { target: { value: 'zoe@' } });
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(await screen.findByRole('alertdialog', { name: /^Quitter sans enregistrer/ })).toBeDefined();
  expect(onOpenChange).toHaveBeenCalledTimes(2);
});
