// @vitest-environment jsdom
import type { OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { HoursCards } from './open/HoursCards.tsx';

afterEach(cleanup);

test('An absence that is being removed shows so until it is', async () => {
  const absence = { from: '2031-03-03', to: '2031-03-03', deputy: null, text: '' };
  const own: OwnAvailability = {
    ...{ _id: 'camille', hours: null, source: 'none', zone: 'Europe/Paris', absences: [absence], quietUntil: null },
    urgentLeft: 3,
  };
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  serve(camille, {
    'GET /availability/own': () => json(200, { own }),
    'PUT /availability/absences': async () => {
      await held;
      return json(200, { own: { ...own, absences: [] } });
    },
  });
  const user = { ...camille, startHour: null, endHour: null, contacts: null } as unknown as SelfUser;
  open([{ path: '*', element: <HoursCards user={user} /> }], '/');
  const absences = within(await screen.findByRole('region', { name: 'Vos absences' }));
  const removal = absences.getByRole('button', { name: /^Retirer/ });
  fireEvent.click(removal);
  await waitFor(() => expect(removal.getAttribute('aria-busy')).toBe('true'));
  answer();
  await waitFor(() => expect(removal.getAttribute('aria-busy')).toBeNull());
});
