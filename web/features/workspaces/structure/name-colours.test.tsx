// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useTheme } from '../../../platform/theme.ts';
import { camille, json, open, role, serve } from '../../../test/settings-world.tsx';
import { contrast } from '../../../ui/marks/contrast.ts';
import { RoleDialog } from '../roles/settings/RoleDialog.tsx';
import { nameColour } from './colour.ts';
import { useNameColours } from './open/useNameColour.ts';

const surfaces = { '--sunken': '#efe9dc', '--raised': '#1f2522' };
const theme = useTheme.getState().theme;

afterEach(() => {
  cleanup();
  useTheme.setState({ theme });
  for (const name of Object.keys(surfaces)) document.documentElement.style.removeProperty(name);
});

function Colours() {
  const colourOf = useNameColours('atelier');
  return ['camille', 'karim', 'leonie', 'yann'].map(id => <p key={id}>{`${id} ${colourOf(id) ?? 'rien'}`}</p>);
}
const said = () => screen.getAllByText(/ /).map(({ textContent }) => textContent?.split(' ')[1]);

test('A name has the colour of its person’s highest role, readable in each theme, and none without a role', async () => {
  for (const [name, value] of Object.entries(surfaces)) document.documentElement.style.setProperty(name, value);
  useTheme.setState({ theme: 'light' });
  const roles = [
    role('C', 3, { color: '#b3261e', users: ['camille', 'karim'] }),
    role('A', 1, { color: '#1d4e89', users: ['camille'] }),
    role('B', 2, { color: '#000000', users: ['leonie'] }),
  ];
  serve(camille, { 'GET /workspace/atelier/roles': () => json(200, { roles }) });
  open([{ path: '*', Component: Colours }], '/');
  await waitFor(() => expect(said()[0]).not.toBe('rien'));
  const readable = (colour: string) => nameColour(colour, '#efe9dc');
  expect(said()).toEqual([readable('#1d4e89'), readable('#b3261e'), 'rien', 'rien']);
  act(() => useTheme.setState({ theme: 'dark' }));
  for (const colour of said().slice(0, 2)) expect(contrast(colour ?? '', '#1f2522')).toBeGreaterThanOrEqual(4.5);
});

test('A role shows how its name will read in its colour while that is chosen', async () => {
  for (const [name, value] of Object.entries(surfaces)) document.documentElement.style.setProperty(name, value);
  useTheme.setState({ theme: 'light' });
  serve(camille);
  const pale = role('Conduite', 3, { color: '#ffe066' });
  open([{ path: '*', element: <RoleDialog workspaceId="atelier" role={pale} onClose={() => {}} /> }], '/');
  const preview = await screen.findByText('Conduite', { selector: 'strong' });
  const written = document.createElement('i');
  written.style.color = nameColour('#ffe066', surfaces['--sunken']) ?? '';
  expect(preview.style.color).toBe(written.style.color);
});
