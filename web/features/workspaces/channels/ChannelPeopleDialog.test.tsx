// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import {
  camille,
  channels,
  json,
  karim,
  leonie,
  open,
  person,
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

afterEach(cleanup);

const kept = role('Accès', 4, { users: ['karim'], visibleChannels: ['direction'] });
const direction = { ...channels[2], users: ['karim', 'camille'], keptRole: 'Accès' } as (typeof channels)[number];

function show(people = [camille, karim, leonie]) {
  const calls = serve(camille, {
    'GET /workspace/atelier/roles': () => json(200, { roles: [...roles, kept] }),
    'GET /workspace/atelier/members': (_body, url) => {
      const offset = Number(url.searchParams.get('offset') ?? 0);
      const users = people.slice(offset, offset + 100).map(one => ({ ...one, color: null }));
      return json(200, { users, online: 0, total: people.length });
    },
    'PUT /channel/direction/people': () => json(200, { message: '', channel: direction }),
  });
  const onClose = vi.fn();
  open([{ path: '*', element: <ChannelPeopleDialog channel={direction} onClose={onClose} /> }], '/');
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
