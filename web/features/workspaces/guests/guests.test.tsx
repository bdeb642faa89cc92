// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Guest } from '@palabre/common/contract/workspaces/guests.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { dayKey, formatDate, formatNumericDate } from '../../../platform/words/format.ts';
import {
  atelier,
  camille,
  channels,
  helene,
  json,
  karim,
  open,
  refused,
  serve,
  yann,
} from '../../../test/settings-world.tsx';
import { GuestsSection } from './open/GuestsSection.tsx';
import { StayBanner } from './open/StayBanner.tsx';
import { isWhole } from './open/StayFields.tsx';
import { dayIn, endOf } from './open/stay.ts';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const dayMs = 86_400_000;
const ahead = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const named = ({ _id, firstName, lastName }: typeof camille) => ({ _id, firstName, lastName });
const guest = (who: typeof camille, more: Partial<Guest> = {}): Guest => ({
  ...{ ...named(who), avatar: null, email: `${who._id}@atelier.fr`, sponsor: named(camille) },
  ...{ joinedAt: ahead(-9), endsAt: ahead(20), channels: [{ _id: 'direction', title: 'direction' }] },
  ...more,
});

function show(guests: Guest[], answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, {
    'GET /workspace/atelier/guests': () => json(200, { guests, nextCursor: null }),
    ...answers,
  });
  open(
    [
      {
        path: '/settings/workspace/:workspaceId/guests',
        element: (
          <GuestsSection
            invitation={close => (
              <button type="button" onClick={close}>
                inviter
              </button>
            )}
          />
        ),
      },
    ],
    '/settings/workspace/atelier/guests',
  );
  return (method: string) => calls.filter(({ asked }) => asked.startsWith(method));
}
const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Invités du workspace' });
  return within(list).getAllByRole('listitem');
};
const press = async (name: RegExp | string) => fireEvent.click(await screen.findByRole('button', { name }));
const day = () => screen.getByLabelText<HTMLInputElement>('Dernier jour');
const type = (text: string) => fireEvent.change(day(), { target: { value: text } });

test('A guest’s row says where they are let in, who stands for them and until when; one who left is renewed, not ended', async () => {
  const [over, soon] = [ahead(-2), ahead(3)];
  show([
    guest(helene, { endsAt: soon }),
    guest(yann, { endsAt: over, channels: [], sponsor: null, avatar: '/api/yann' }),
    guest(karim),
  ]);
  const [first, second, third] = (await rows()) as [HTMLElement, HTMLElement, HTMLElement];
  expect(screen.getByText('3 invités')).toBeDefined();
  expect(second.querySelector('img')?.getAttribute('src')).toBe('/api/yann');
  expect(first.textContent).toMatch(/^HNHélène Nguyen/);
  expect(first.textContent).toContain('direction · Invité par Camille Moreau · helene@atelier.fr');
  expect(first.textContent).toContain(`Jusqu’au ${formatDate(soon)}`);
  expect(second.textContent).toContain('Aucun salon que vous voyez · Sans personne référente · yann@atelier.fr');
  expect(second.textContent).toContain(`Terminé le ${formatDate(over)}`);
  // A stay that ends within a week is seen among the others.
  const isSeen = (row: HTMLElement) => /tag-accent/.test(within(row).getByText(/^(Jusqu’au|Terminé)/).className);
  expect([first, second, third].map(isSeen)).toEqual([true, false, false]);
  const offered = (row: HTMLElement) =>
    within(row)
      .getAllByRole('button')
      .map(one => one.getAttribute('aria-label'));
  expect(offered(first)).toEqual(['Modifier le séjour d’Hélène Nguyen', 'Mettre fin au séjour d’Hélène Nguyen']);
  expect(offered(second)).toEqual(['Prolonger le séjour de Yann Riou']);
});

test('Guests are searched and filtered by the server, and each empty list says why it is', async () => {
  const asked = show([]);
  expect(await screen.findByText('Personne n’est invité ici.')).toBeDefined();
  await userEvent.click(screen.getByRole('combobox', { name: 'Séjours' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Terminés', hidden: false }));
  expect(await screen.findByText('Aucun séjour n’est terminé.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Rechercher un invité'), { target: { value: ' zoé ' } });
  expect(await screen.findByText('Aucun invité ne correspond à cette recherche.')).toBeDefined();
  const queries = () => asked('GET /workspace/atelier/guests').map(({ query }) => query);
  // An empty list stays so while it is searched.
  await waitFor(() => expect(queries()).toEqual([{}, { over: 'true' }, { over: 'true', search: 'zoé' }]));
});

test('Guests that could not be loaded are asked for again, and the next ones are a page further; another list begins at its first', async () => {
  let fails = true;
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  show([], {
    'GET /workspace/atelier/guests': async (_body, url) => {
      if (fails) return refused(403, 'Non.');
      const isSecond = url.searchParams.get('cursor') === 'suite';
      if (isSecond) await held;
      return json(200, { guests: [guest(isSecond ? yann : helene)], nextCursor: isSecond ? null : 'suite' });
    },
  });
  await screen.findByText('Les invités n’ont pas pu être chargés');
  fails = false;
  await press('Réessayer');
  expect((await rows())[0]?.textContent).toContain('Hélène Nguyen');
  // The server counts none, and these are not all.
  expect(screen.queryByText('1 invité')).toBeNull();
  await press('Page suivante');
  // The shown page stays until the next page comes.
  const next = screen.getByRole('button', { name: 'Page suivante' });
  await waitFor(() => expect(next.getAttribute('aria-busy')).toBe('true'));
  expect((await rows())[0]?.textContent).toContain('Hélène Nguyen');
  answer();
  await waitFor(async () => expect((await rows())[0]?.textContent).toContain('Yann Riou'));
  expect(screen.getByText('Page 2')).toBeDefined();
  await userEvent.click(screen.getByRole('combobox', { name: 'Séjours' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Terminés', hidden: false }));
  expect(screen.queryByText('Page 2')).toBeNull();
});

test('A guest’s stay ends once that is confirmed, and a refusal is said', async () => {
  let refuses = true;
  const asked = show([guest(helene)], {
    'DELETE /workspace/atelier/guests/helene': () =>
      refuses ? refused(403, 'Pas vous.') : json(200, { message: 'Le séjour est terminé.' }),
  });
  const end = async (answer: string) => {
    await press('Mettre fin au séjour d’Hélène Nguyen');
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Mettre fin à ce séjour/ }));
    expect(dialog.getByText(/^Hélène Nguyen perd l’accès/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await end('Annuler');
  expect(asked('DELETE')).toEqual([]);
  await end('Mettre fin au séjour');
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  refuses = false;
  await end('Mettre fin au séjour');
  expect(await screen.findByText('Le séjour est terminé.')).toBeDefined();
});

test('A guest’s stay is changed by its channels and its last day; a refusal keeps both, and says why', async () => {
  const endsAt = ahead(20);
  let refuses = true;
  const asked = show([guest(helene, { endsAt })], {
    'PUT /workspace/atelier/guests/helene': () =>
      refuses ? refused(403, 'Pas vous.') : json(200, { message: 'Le séjour est modifié.', guest: guest(helene) }),
  });
  await press('Modifier le séjour d’Hélène Nguyen');
  const dialog = within(await screen.findByRole('dialog'));
  const box = async (name: RegExp) => dialog.findByRole('checkbox', { name });
  expect((await box(/^direction/)).getAttribute('aria-checked')).toBe('true');
  expect((await box(/^general/)).getAttribute('aria-checked')).toBe('false');
  // Which channels show all members to a guest is to be seen.
  const group = dialog.getByRole('group', { name: 'Salons ouverts' });
  expect(group.textContent).toMatch(/general · public.*annonces · protégé.*direction · privé/);
  const hint = () => document.getElementById(group.getAttribute('aria-describedby') ?? '');
  expect([hint()?.textContent, hint()?.getAttribute('role')]).toEqual([
    ...['Dans un salon public ou protégé, un invité voit tous les membres du workspace.', null],
  ]);
  expect(dialog.getByText(/^D’un jour à un an\./)).toBeDefined();
  expect(day().value).toBe(formatNumericDate(new Date(endsAt)));
  fireEvent.click(await box(/^direction/));
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(dialog.queryByText('Choisissez au moins un salon.')).toBeNull();
  save();
  expect(await dialog.findByText('Choisissez au moins un salon.')).toBeDefined();
  expect(hint()?.getAttribute('role')).toBe('alert');
  fireEvent.click(await box(/^general/));
  expect(dialog.queryByText('Choisissez au moins un salon.')).toBeNull();
  type(formatNumericDate(dayIn(0)));
  save();
  expect(await dialog.findByText('Choisissez un jour entre demain et dans un an.')).toBeDefined();
  expect(asked('PUT')).toEqual([]);
  type(formatNumericDate(dayIn(5)));
  save();
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  expect(screen.getByText('Le séjour n’a pas été modifié')).toBeDefined();
  expect(screen.getAllByText('Pas vous.')).toHaveLength(1);
  expect((await box(/^general/)).getAttribute('aria-checked')).toBe('true');
  refuses = false;
  save();
  expect(await screen.findByText('Le séjour est modifié.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const wanted = { endsAt: endOf({ channels: new Set(), day: dayKey(dayIn(5)) }), channels: ['general'] };
  expect(asked('PUT').map(({ body }) => body)).toEqual([wanted, wanted]);
});

test('A stay that is over is offered another month; what was changed in it is not lost unasked', async () => {
  show([guest(yann, { endsAt: ahead(-2) })]);
  await press('Prolonger le séjour de Yann Riou');
  const dialog = await screen.findByRole('dialog');
  expect(day().value).toBe(formatNumericDate(dayIn(30)));
  type(formatNumericDate(dayIn(40)));
  fireEvent.keyDown(dialog, { key: 'Escape' });
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Continuer à modifier' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(day().value).toBe(formatNumericDate(dayIn(40)));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('A stay that ends tomorrow is offered another month, and one that ends a day later keeps its last day', async () => {
  for (const [last, offered] of [
    [1, 30],
    [2, 2],
  ] as const) {
    const endsAt = endOf({ channels: new Set(), day: dayKey(dayIn(last)) }) ?? '';
    show([guest(yann, { endsAt })]);
    await press('Modifier le séjour de Yann Riou');
    await screen.findByRole('dialog');
    expect(day().value).toBe(formatNumericDate(dayIn(offered)));
    cleanup();
  }
});

test('A stay has so many channels at most, which its dialog says', async () => {
  const many = Array.from(
    { length: limits.guestChannels + 1 },
    (_, n) => ({ ...channels[0], _id: `c${n}` }) as Channel,
  );
  const stayed = many.slice(0, limits.guestChannels).map(({ _id, title }) => ({ _id, title }));
  show([guest(helene, { channels: stayed })], {
    'GET /workspace/atelier/channels': () => json(200, { channels: many }),
  });
  await press('Modifier le séjour d’Hélène Nguyen');
  await screen.findByRole('dialog');
  // Roles of so many boxes would take the most of the test.
  await waitFor(() => expect(document.querySelectorAll('[role=checkbox]')).toHaveLength(many.length));
  const most = `${limits.guestChannels} salons au plus.`;
  expect(screen.queryByText(most)).toBeNull();
  fireEvent.click([...document.querySelectorAll('[role=checkbox]')].at(-1) as Element);
  expect(screen.getByText(most)).toBeDefined();
  const whole = (size: number) =>
    isWhole({ channels: new Set(many.slice(0, size).map(({ _id }) => _id)), day: dayKey(dayIn(9)) });
  expect([0, 1, limits.guestChannels, limits.guestChannels + 1].map(whole)).toEqual([false, true, true, false]);
});

test('The invitation of guests opens from their list, and closes', async () => {
  show([]);
  expect(screen.queryByText('inviter')).toBeNull();
  await press('Inviter de l’extérieur');
  fireEvent.click(screen.getByText('inviter'));
  expect(screen.queryByText('inviter')).toBeNull();
});

test('A stay lasts from tomorrow to a year from now, whole days', () => {
  const end = (days: number) => endOf({ channels: new Set(), day: dayKey(dayIn(days)) });
  expect(end(0)).toBeNull();
  expect(end(limits.stayDaysMax)).toBeNull();
  for (const days of [1, limits.stayDaysMax - 1]) {
    const told = new Date(end(days) ?? '');
    expect(dayKey(told)).toBe(dayKey(dayIn(days)));
    expect([told.getHours(), told.getMinutes(), told.getSeconds()]).toEqual([23, 59, 59]);
  }
  expect(endOf({ channels: new Set(), day: 'demain' })).toBeNull();
});

test('A guest is told in the last three days that their stay ends, and whom to ask', async () => {
  const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
  const at = async (days: number, sponsor: Guest['sponsor'], path = '/workspace/atelier/channel/general') => {
    cleanup();
    const stay = { endsAt: ahead(days), sponsor };
    serve(yann, {
      'GET /user/yann/workspaces': () =>
        json(200, {
          workspaces: [
            { ...card, _id: 'autre', owners: [], isMember: true },
            { ...card, owners: [], isMember: true, guest: stay },
          ],
        }),
    });
    const { client } = open([{ path: '*', element: [<StayBanner key="banner" />, <p key="page">la page</p>] }], path);
    await screen.findByText('la page');
    await waitFor(() => expect(client.isFetching()).toBe(0));
    return screen.queryByText(/^Votre séjour se termine le/)?.parentElement?.textContent;
  };
  expect(await at(3.5, named(camille))).toBeUndefined();
  expect(await at(2.5, named(camille))).toContain('Camille Moreau peut le prolonger.');
  expect(await at(2.5, null)).toContain('La personne qui vous a invité peut le prolonger.');
  expect(await at(2.5, null, '/workspaces')).toBeUndefined();
});
