// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { atelier, type Call, camille, json, open, serve } from '../../../test/settings-world.tsx';
import { GeneralSection } from '../../workspaces/workspaces/settings/GeneralSection.tsx';
import { daysOf } from './open/days.ts';
import { RetentionLine } from './RetentionLine.tsx';

afterEach(cleanup);

const routes = [{ path: '/settings/workspace/:workspaceId', Component: GeneralSection }];

async function show() {
  const calls = serve(camille, { 'PUT /workspace/atelier': () => json(200, { workspace: atelier }) });
  open(routes, '/settings/workspace/atelier');
  return { calls, toggle: await screen.findByRole('switch', { name: 'Suppression automatique' }) };
}
const days = () => screen.queryByLabelText<HTMLInputElement>(/Âge du dernier message/);
const type = (text: string) => fireEvent.change(days() as HTMLInputElement, { target: { value: text } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
const sent = (calls: readonly Call[]) => calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ body }) => body);

it('The retention settings show how long messages stay, and send only the changes', async () => {
  const { calls, toggle } = await show();
  expect([toggle.getAttribute('aria-checked'), days()?.value]).toEqual(['true', '7']);
  expect(screen.getByText(/^Quand le dernier message d’un salon dépasse cet âge, il est supprimé/)).toBeDefined();
  // The field's own buttons stop where the server does.
  const { autoDeleteDaysMin: least, autoDeleteDaysMax: most } = limits;
  expect([days()?.min, days()?.max]).toEqual([least, most].map(String));
  type('30');
  save();
  await vi.waitUntil(() => sent(calls).length === 1);
  expect(sent(calls)).toEqual([{ autoDeleteDays: 30 }]);
});

it('The retention settings ask for no days while all messages are kept', async () => {
  const { calls, toggle } = await show();
  type('0');
  fireEvent.click(toggle);
  expect(days()).toBeNull();
  save();
  await vi.waitUntil(() => sent(calls).length === 1);
  expect(sent(calls)).toEqual([{ autoDelete: false }]);
});

it.each(['0', '-2', '1.5', '4000', ''])(
  'The retention settings refuse « %s » days, and say which are allowed',
  async typed => {
    const { calls } = await show();
    type(typed);
    save();
    expect(await screen.findByText(/Indiquez un nombre de jours entre 1 et 3/)).toBeTruthy();
    expect(sent(calls)).toEqual([]);
  },
);

it('The retention settings allow the least and the most days, and none beyond', () => {
  const { autoDeleteDaysMin: least, autoDeleteDaysMax: most } = limits;
  expect([least - 1, least, most, most + 1].map(days => daysOf(` ${days} `))).toEqual([null, least, most, null]);
});

it('A channel says when its messages are deleted, where they are', () => {
  render(<RetentionLine workspace={{ autoDelete: true, autoDeleteDays: 7 }} />);
  // Where it is cut, it is read whole by hovering.
  const said = screen.getByText(/7 jours/);
  expect(said.closest('p')?.title).toBe(said.textContent);
  cleanup();
  render(<RetentionLine workspace={{ autoDelete: false, autoDeleteDays: 7 }} />);
  expect(screen.queryByText(/jours/)).toBeNull();
});
