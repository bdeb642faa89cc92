// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  camille,
  channels,
  helene,
  json,
  karim,
  leonie,
  open,
  person,
  refused,
  role,
  roles,
  serve,
} from '../../../test/settings-world.tsx';
import { ChannelPeopleDialog } from './ChannelPeopleDialog.tsx';

// Every row is rendered: which of them are in view is not the matter here.
vi.mock('../members/open/MemberList.tsx', async () => {
  const { useMembers } = await import('../members/open/members.queries.ts');
  return {
    MemberList: ({ of, children }: { of: { workspaceId: string }; children: (member: object) => React.ReactNode }) => {
      const members = useMembers(of, 0, 1);
      return Array.from({ length: members.total }, (_, index) => {
        const member = members.at(index);
        return member && <div key={member._id}>{children(member)}</div>;
      });
    },
  };
});

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const kept = role('Accès', 4, { users: ['karim'], visibleChannels: ['direction'] });
const direction = { ...channels[2], users: ['karim', 'camille'], keptRole: 'Accès' } as (typeof channels)[number];

function show(
  people = [camille, karim, leonie],
  answers: Parameters<typeof serve>[1] = {},
  me = camille,
  shown = direction,
) {
  const calls = serve(me, {
    'GET /workspace/atelier/roles': () => json(200, { roles: [...roles, kept] }),
    'GET /workspace/atelier/members': (_body, url) => {
      const offset = Number(url.searchParams.get('offset') ?? 0);
      const users = people.slice(offset, offset + 100).map(one => ({ ...one, color: null }));
      return json(200, { users, online: 0, total: people.length });
    },
    'PUT /channel/direction/people': () => json(200, { message: '', channel: direction }),
    ...answers,
  });
  const onClose = vi.fn();
  open([{ path: '*', element: <ChannelPeopleDialog channel={shown} onClose={onClose} /> }], '/');
  return { calls, onClose };
}
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });

test('The people of a channel are added and removed together, and an owner cannot be locked out', async () => {
  const { calls, onClose } = show();
  expect(await box(/Camille Moreau/)).toHaveProperty('disabled', true);
  await waitFor(async () => expect(await box(/Karim Benali/)).toHaveProperty('disabled', false));
  await userEvent.click(await box(/Karim Benali/));
  await userEvent.click(await box(/Léonie Dubreuil/));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.find(({ asked }) => asked.startsWith('PUT'))?.body).toEqual({ add: ['leonie'], remove: ['karim'] });
});

test('People of a channel wait for the roles before they may be taken out, and nothing is said of why they are in', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  show([camille, karim], {
    'GET /workspace/atelier/roles': async () => {
      await held;
      return json(200, { roles: [...roles, kept] });
    },
  });
  expect(await box(/^Karim Benali/)).toHaveProperty('disabled', true);
  expect((await box(/^Karim Benali/)).getAttribute('aria-checked')).toBe('true');
  expect(document.body.textContent).not.toContain('Par un rôle');
  answer();
  await waitFor(async () => expect(await box(/^Karim Benali/)).toHaveProperty('disabled', false));
});

test('People of a channel who are in by another role, or above one, are locked, and it is said why', async () => {
  const others = [role('Direction', 1, { creator: true, users: ['leonie'], visibleChannels: ['direction'] }), kept];
  const chief = role('Chef', 2, { creator: true, users: ['helene'] });
  show(
    [karim, leonie, helene, camille],
    {
      'GET /workspace/atelier/roles': () => json(200, { roles: [...others, chief] }),
      'GET /workspace/atelier/user-roles': () => json(200, { roles: [chief] }),
    },
    helene,
    { ...direction, users: ['karim', 'leonie', 'camille'] },
  );
  await waitFor(async () => expect(await box(/Hélène Nguyen/)).toHaveProperty('disabled', false));
  expect((await box(/Hélène Nguyen/)).getAttribute('aria-checked')).toBe('false');
  expect(await box(/Léonie Dubreuil.*Par un rôle/)).toHaveProperty('disabled', true);
  expect((await box(/Léonie Dubreuil/)).getAttribute('aria-checked')).toBe('true');
  expect(await box(/Camille Moreau.*Propriétaire/)).toHaveProperty('disabled', true);
  expect(await box(/Karim Benali/)).toHaveProperty('disabled', false);
  cleanup();
  show(
    [leonie],
    {
      'GET /workspace/atelier/roles': () =>
        json(200, { roles: [role('Direction', 1, { users: ['leonie'] }), chief, kept] }),
      'GET /workspace/atelier/user-roles': () => json(200, { roles: [chief] }),
    },
    helene,
  );
  expect(await box(/Léonie Dubreuil.*Au-dessus de vous/)).toHaveProperty('disabled', true);
});

test('The people of a channel are searched by the server, and Enter in the search saves nothing', async () => {
  const { calls, onClose } = show();
  await waitFor(async () => expect(await box(/Karim Benali/)).toHaveProperty('disabled', false));
  const search = screen.getByLabelText('Rechercher un membre');
  expect(document.activeElement).toBe(search);
  expect(screen.getByText(/^Celles que vous cochez verront ce salon privé/)).toBeDefined();
  await userEvent.click(await box(/Léonie Dubreuil/));
  await userEvent.type(search, 'kar{Enter}');
  await waitFor(() => expect(calls.at(-1)?.query.search).toBe('kar'));
  expect(calls.filter(({ asked }) => asked.startsWith('PUT'))).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog', { name: /^Quitter sans enregistrer/ })).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});

test('The people of a channel stay as chosen when the server refuses them, which says why', async () => {
  let refuses = true;
  const { onClose } = show([camille, karim], {
    'PUT /channel/direction/people': () =>
      refuses ? refused(403, 'Pas vous.') : json(200, { message: '', channel: direction }),
  });
  const save = screen.getByRole('button', { name: 'Enregistrer' });
  expect(save).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(onClose).toHaveBeenCalledOnce();
  onClose.mockReset();
  await waitFor(async () => expect(await box(/Karim Benali/)).toHaveProperty('disabled', false));
  const karims = await box(/Karim Benali/);
  fireEvent.click(karims);
  fireEvent.click(karims);
  expect(save).toHaveProperty('disabled', true);
  fireEvent.click(karims);
  fireEvent.click(save);
  expect(await screen.findByText('Les personnes du salon n’ont pas pu être modifiées.')).toBeDefined();
  expect(screen.getByText('Pas vous.')).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  expect(karims.getAttribute('aria-checked')).toBe('false');
  refuses = false;
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(save);
  expect(await screen.findByText('Les personnes du salon ont été mises à jour.')).toBeDefined();
  expect(onClose).toHaveBeenCalled();
});

test('The people of a channel changed at once are a hundred at most; one of them can still be taken back', async () => {
  show(Array.from({ length: 101 }, (_, n) => person(`p${n}`, 'Personne', `n° ${n}.`)));
  await screen.findByText('Personne n° 100.');
  // Roles of so many rows would take the most of the test.
  const boxes = [...document.querySelectorAll<HTMLElement>('[role=checkbox]')];
  await waitFor(() => expect(boxes[0]).toHaveProperty('disabled', false));
  // Together, so that the rows are rendered once.
  act(() => boxes.slice(0, 100).map(one => one.click()));
  expect(boxes[100]).toHaveProperty('disabled', true);
  expect(boxes[0]).toHaveProperty('disabled', false);
  act(() => boxes[0]?.click());
  expect(boxes[100]).toHaveProperty('disabled', false);
});
