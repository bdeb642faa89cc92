// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { withoutDirection } from '../../test/own-direction.ts';
import { DeviceRow } from './DeviceRow.tsx';
import { Row, RowLocked } from './Row.tsx';

beforeAll(() => import('../overlays/overlays.ts'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Gives the window this width, for media queries. */
const widen = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));

const run = vi.fn();
const action = (label: string, more = {}) => ({
  ...{ label, name: `${label} Karim`, icon: <i />, onSelect: () => run(label) },
  ...more,
});
const names = () => screen.queryAllByRole('button').map(one => one.getAttribute('aria-label'));

test('The actions of a row are buttons, one menu on a phone and where many have no room; the one it waits for stays', async () => {
  const many = ['Nommer', 'Exclure', 'Bannir'].map(label => action(label));
  const row = (actions: readonly (ReturnType<typeof action> | false)[]) => (
    <Row face={null} title="Karim" name="Karim" actions={actions} />
  );
  widen(1_440);
  render(row([...many, action('Signaler', { reason: 'Trop tard.', disabled: true })]));
  expect(names()).toEqual(['Nommer Karim', 'Exclure Karim', 'Bannir Karim', 'Signaler Karim']);
  // Truncated text is whole in its tooltip, and a disabled button's reason is in its own.
  expect([screen.getByText('Karim').title, screen.getByRole('button', { name: 'Signaler Karim' }).title]).toEqual([
    ...['Karim', 'Trop tard.'],
  ]);
  cleanup();
  widen(1_000);
  render(row(many));
  expect(names()).toHaveLength(3);
  cleanup();
  render(row([...many, action('Signaler')]));
  expect(names()).toEqual(['Actions sur Karim']);
  cleanup();
  widen(390);
  run.mockReset();
  render(
    row([
      action('Accepter', { main: true }),
      false,
      action('Refuser', { reason: 'Trop tard.', disabled: true }),
      action('Oublier'),
      action('Rappeler', { loading: true }),
    ]),
  );
  expect(names()).toEqual(['Accepter Karim', 'Actions sur Karim']);
  await userEvent.click(screen.getByRole('button', { name: 'Actions sur Karim' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(one => [one.textContent, one.getAttribute('aria-disabled')])).toEqual([
    ['RefuserTrop tard.', 'true'],
    ['Oublier', null],
    ['Rappeler', 'true'],
  ]);
  await userEvent.click(items[1]!);
  expect(run.mock.calls).toEqual([['Oublier']]);
});

test('A row that opens says whether it is open, and what it opens', async () => {
  const toggle = vi.fn();
  const row = (open: boolean) => (
    <Row face={null} title="Gérer" name="Gérer" opens={{ open, panel: 'panneau', toggle }} />
  );
  const { rerender } = render(row(false));
  const opener = screen.getByRole('button', { name: 'Gérer' });
  expect(withoutDirection('Gérer')).toEqual([]);
  const told = () => [opener.getAttribute('aria-expanded'), opener.getAttribute('aria-controls')];
  expect(told()).toEqual(['false', null]);
  await userEvent.click(opener);
  expect(toggle).toHaveBeenCalledOnce();
  rerender(row(true));
  expect(told()).toEqual(['true', 'panneau']);
});

test.each([
  ['Safari · iPhone', 'lucide-smartphone'],
  ['Safari · iPad', 'lucide-smartphone'],
  ['Chrome · Android', 'lucide-smartphone'],
  ['Firefox · Windows', 'lucide-monitor'],
])('The row of a device has the sign of its kind, and says what is known of it: %s', (device, sign) => {
  const { container } = render(
    <ul>
      <li>
        <DeviceRow device={device} current="Cet appareil" facts={['Paris', false, null, 'hier']} actions={[]} />
      </li>
    </ul>,
  );
  expect(container.querySelector('svg')?.classList).toContain(sign);
  expect(container.textContent).toBe(`${device}Cet appareilParis · hier`);
});

test('A row has the colour of its title, and says why nothing may be done with it', () => {
  const { container } = render(
    <Row
      face={<i>KB</i>}
      title="Karim"
      name="Karim Benali"
      colour="#1d4e89"
      marks={<b>Vous</b>}
      text="Lyon"
      wraps
      aside="hier"
    />,
  );
  const title = screen.getByText('Karim');
  expect([title.style.color, title.title, title.dir]).toEqual(['rgb(29, 78, 137)', 'Karim Benali', 'auto']);
  expect([container.textContent, title.closest('[data-wraps]')?.getAttribute('data-wraps')]).toEqual([
    ...['KBKarimVousLyonhier', 'true'],
  ]);
  cleanup();
  render(<RowLocked>Au-dessus de votre rang.</RowLocked>);
  expect(screen.getByText('Au-dessus de votre rang.').parentElement?.querySelector('svg')?.ariaHidden).toBe('true');
});

test('An action of a row looks like what it does, waits, and may be its icon alone', () => {
  widen(1_440);
  const all = [
    action('Accepter', { main: true }),
    action('Exclure', { danger: true, loading: true }),
    action('Nommer', { bare: true }),
    action('Oublier'),
  ];
  render(<Row face={null} title="Karim" name="Karim" actions={all} />);
  const looks = screen.getAllByRole('button').map(({ className }) => /soft|danger-ghost|ghost/.exec(className)?.[0]);
  expect(looks).toEqual(['soft', 'danger-ghost', undefined, 'ghost']);
  const [, exclude, name] = screen.getAllByRole('button');
  expect([exclude?.getAttribute('aria-busy'), name?.textContent, name?.dataset.tip]).toEqual([
    ...['true', '', 'Nommer Karim'],
  ]);
  run.mockReset();
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect(run.mock.calls.flat()).toEqual(['Accepter', 'Nommer', 'Oublier']);
});
