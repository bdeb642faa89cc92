// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useConnection } from '../../platform/server/connection.ts';
import { atelier, camille, json, open, person, serve } from '../../test/settings-world.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { identityColour } from '../../ui/marks/identity.ts';
import { PlaceCompany } from './PlaceCompany.tsx';

afterEach(() => {
  cleanup();
  useConnection.setState({ state: 'idle', returning: false });
});

/** People whose own colour is Camille’s. */
const twins = Array.from({ length: 400 }, (_, n) => `membre-${n}`).filter(
  id => identityColour(id) === identityColour('camille'),
);

test('The members of a workspace have colours that differ on all its pages, and their own elsewhere', async () => {
  const [one = '', two = ''] = twins;
  const { bans: _bans, ...workspace } = atelier;
  serve(camille, {
    'GET /workspace/atelier': () => json(200, { workspace: { ...workspace, members: [one, 'camille', two] } }),
  });
  const element = (
    <PlaceCompany>
      {[one, two].map((id, n) => (
        <Avatar key={id} id={id} firstName={`${n}a`} />
      ))}
    </PlaceCompany>
  );
  const colours = () => ['0A', '1A'].map(letters => screen.getByText(letters).style.background);
  const { router } = open([{ path: '*', element }], '/home');
  expect(colours()).toEqual([identityColour('camille'), identityColour('camille')]);
  await router.navigate('/workspace/atelier/channel/general');
  await waitFor(() => expect(new Set([...colours(), identityColour('camille')]).size).toBe(3));
  const before = colours();
  await router.navigate('/settings/workspace/atelier/members');
  expect(colours()).toEqual(before);
});

test('The people of a conversation have colours that differ on its page', async () => {
  const [one = '', two = ''] = twins;
  const talk = { _id: 'midi', title: null, isGroup: true, creator: 'camille', lastMessage: null };
  const users = [person(one, 'Zoé', 'A'), camille, person(two, 'Yann', 'B')];
  serve(camille, {
    'GET /user/camille/conversations': () =>
      json(200, { conversations: [{ ...talk, users, createdAt: '2026-11-22T12:00:00.000Z' }], nextCursor: null }),
  });
  const faces = [one, two].map((id, n) => <Avatar key={id} id={id} firstName={`${n}a`} />);
  open([{ path: '*', element: <PlaceCompany>{faces}</PlaceCompany> }], '/conversation/midi');
  const colours = () => ['0A', '1A'].map(letters => screen.getByText(letters).style.background);
  await waitFor(() => expect(new Set([...colours(), identityColour('camille')]).size).toBe(3));
});
