// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/server/api.ts';
import '../../platform/words/i18n.ts';
import { Button } from './Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { EmailField } from './EmailField.tsx';
import { Field, TextAreaField } from './Field.tsx';
import { FileButton } from './FileButton.tsx';
import { Form } from './Form.tsx';
import { HourField } from './HourField.tsx';
import { RadioCards } from './RadioCards.tsx';
import { SearchField } from './SearchField.tsx';
import { Select } from './Select.tsx';
import { Slider } from './Slider.tsx';
import { Switch } from './Switch.tsx';
import { useDebounced } from './useDebounced.ts';
import { useTypedSearch } from './useTypedSearch.ts';

beforeAll(() => {
  // Radix calls methods that jsdom lacks.
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const described = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent)
    .join(' ');

test('A field is described by its error, then its hint, and is wrong only with an error', () => {
  const { rerender } = render(<Field label="Nom" hint="Trente signes." required />);
  const field = screen.getByLabelText<HTMLInputElement>(/Nom/);
  expect([described(field), field.getAttribute('aria-invalid'), field.required]).toEqual([
    'Trente signes.',
    null,
    true,
  ]);
  rerender(<Field label="Nom" hint="Trente signes." error="Trop long." required />);
  expect([described(field), field.getAttribute('aria-invalid')]).toEqual(['Trop long. Trente signes.', 'true']);
  expect(screen.getByRole('alert').textContent).toBe('Trop long.');
  rerender(<Field label="Nom" hideLabel />);
  expect([screen.getByLabelText('Nom'), described(field)]).toEqual([field, '']);
});

function Hour() {
  const [value, setValue] = useState('');
  return (
    <>
      <HourField label="Début" name="from" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

test('An hour is read in any notation, and what is none is said once the field is left, and stays as typed', async () => {
  render(<Hour />);
  const field = screen.getByLabelText<HTMLInputElement>('Début');
  expect([field.placeholder, field.maxLength, field.autocomplete]).toEqual(['hh:mm', 7, 'off']);
  await userEvent.type(field, '9h30');
  expect([field.value, screen.getByRole('status').textContent]).toEqual(['9h30', '09:30']);
  await userEvent.tab();
  expect([field.value, screen.queryByRole('alert')]).toEqual(['09:30', null]);
  await userEvent.clear(field);
  await userEvent.type(field, '25h');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('alert').textContent).toBe('Indiquez une heure comme 09:00.');
  expect(field.value).toBe('25h');
  await userEvent.clear(field);
  await userEvent.tab();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Switches and boxes are named by their label, described by their hint, and tell what they are turned to', async () => {
  const told = vi.fn();
  render(
    <>
      <Switch label="Sons" hint="Sur cet appareil." checked onChange={told} />
      <Checkbox label="Tous" hint="Sauf les invités." checked={false} onChange={told} />
      <Switch label="Mails" checked={false} disabled onChange={told} />
      <Checkbox label="Aussi" checked disabled onChange={told} />
    </>,
  );
  const sounds = screen.getByRole('switch', { name: 'Sons' });
  const all = screen.getByRole('checkbox', { name: 'Tous' });
  expect([sounds, all].map(described)).toEqual(['Sur cet appareil.', 'Sauf les invités.']);
  const also = screen.getByRole('checkbox', { name: 'Aussi' });
  expect([sounds, all, also].map(one => one.getAttribute('aria-checked'))).toEqual(['true', 'false', 'true']);
  await userEvent.click(screen.getByText('Sons'));
  await userEvent.click(all);
  for (const disabled of [screen.getByRole('switch', { name: 'Mails' }), also]) fireEvent.click(disabled);
  expect(told.mock.calls).toEqual([[false], [true]]);
});

test('Cards to choose from are a group of radios, each with its sentence; a disabled one is not chosen', async () => {
  const told = vi.fn();
  const options = [
    { value: 'public', title: 'Public', text: 'Tout le monde y entre.' },
    { value: 'private', title: 'Privé' },
    { value: 'none', title: 'Aucun', disabled: true },
    { value: 'un autre', title: 'Autre', text: 'Des mots, avec un espace.' },
  ];
  render(
    <>
      <RadioCards label="Visibilité" options={options} value="public" onChange={told} />
      <RadioCards label="Arrivée" options={[{ value: 'public', title: 'Annoncée' }]} value="" onChange={told} />
    </>,
  );
  expect(screen.getByRole('radiogroup', { name: 'Visibilité' })).toBeDefined();
  // Another group has its own names, although its values are the same.
  const arrival = within(screen.getByRole('radiogroup', { name: 'Arrivée' }));
  expect(arrival.getByRole('radio', { name: 'Annoncée' })).toBeDefined();
  const [first, second, third] = ['Public', 'Privé', 'Aucun'].map(name => screen.getByRole('radio', { name }));
  expect([first?.getAttribute('aria-checked'), described(first!)]).toEqual(['true', 'Tout le monde y entre.']);
  expect(described(screen.getByRole('radio', { name: 'Autre' }))).toBe('Des mots, avec un espace.');
  await userEvent.click(second!);
  fireEvent.click(third!);
  expect(told.mock.calls).toEqual([['private']]);
});

test('A list of choices says what is chosen or to choose, and tells another choice', async () => {
  const told = vi.fn();
  const options = [
    { value: 'fr', label: 'Français' },
    { value: 'en', label: 'Anglais' },
    { value: 'de', label: 'Allemand', disabled: true },
  ];
  const { rerender } = render(
    <Select label="Langue" hint="De cet appareil." options={options} value={undefined} onChange={told} required />,
  );
  const field = screen.getByRole('combobox', { name: /^Langue/ });
  expect([field.textContent, described(field)]).toEqual(['Choisir…', 'De cet appareil.']);
  expect(field.getAttribute('aria-required')).toBe('true');
  rerender(<Select label="Langue" options={options} value="fr" onChange={told} error="Non." />);
  expect([field.textContent, field.getAttribute('aria-invalid'), described(field)]).toEqual([
    'Français',
    'true',
    'Non.',
  ]);
  field.focus();
  await userEvent.keyboard('{Enter}');
  expect((await screen.findByRole('option', { name: 'Français' })).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('option', { name: 'Allemand' }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(told.mock.calls).toEqual([['en']]);
  expect(document.activeElement).toBe(field);
  rerender(<Select label="Langue" options={options} value="fr" onChange={told} disabled />);
  expect(field.hasAttribute('disabled')).toBe(true);
});

test('A slider says its value in words, and tells once when it is let go', () => {
  const [moved, chosen] = [vi.fn(), vi.fn()];
  render(<Slider label="Volume" value={40} min={0} max={100} text="40 %" onChange={moved} onChosen={chosen} />);
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' });
  expect([slider.value, slider.min, slider.max, slider.disabled]).toEqual(['40', '0', '100', false]);
  expect(slider.getAttribute('aria-valuetext')).toBe('40 %');
  fireEvent.change(slider, { target: { value: '55' } });
  expect([moved.mock.calls, chosen.mock.calls]).toEqual([[[55]], []]);
  fireEvent.pointerUp(slider);
  fireEvent.keyUp(slider);
  expect(chosen).toHaveBeenCalledTimes(2);
  cleanup();
  render(<Slider label="Volume" value={40} min={0} max={100} text="40 %" onChange={moved} disabled />);
  expect(screen.getByRole<HTMLInputElement>('slider').disabled).toBe(true);
});

test('A button of files gives those chosen, the same ones again too, and nothing where none was chosen', async () => {
  const given = vi.fn();
  const { container } = render(
    <FileButton accept="image/*" multiple onFiles={given}>
      Choisir
    </FileButton>,
  );
  const input = container.querySelector('input') as HTMLInputElement;
  const pressed = vi.spyOn(input, 'click');
  await userEvent.click(screen.getByRole('button', { name: 'Choisir' }));
  expect(pressed).toHaveBeenCalledOnce();
  expect([input.accept, input.multiple]).toEqual(['image/*', true]);
  const files = [new File(['a'], 'a.png', { type: 'image/png' }), new File(['b'], 'b.png', { type: 'image/png' })];
  for (let time = 1; time <= 2; time += 1) {
    await userEvent.upload(input, files);
    expect(given).toHaveBeenCalledTimes(time);
    expect(given).toHaveBeenLastCalledWith(files);
    expect(input.value).toBe('');
  }
  fireEvent.change(input, { target: { files: [] } });
  expect(given).toHaveBeenCalledTimes(2);
});

test('A button that waits says so, keeps the focus and does nothing; a disabled one cannot be pressed', async () => {
  const run = vi.fn();
  const { rerender } = render(
    <Button loading onClick={run}>
      Envoyer
    </Button>,
  );
  // Its spinner has no words of its own.
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Envoyer' });
  expect(button.querySelectorAll('svg')).toHaveLength(1);
  expect([button.getAttribute('aria-busy'), button.getAttribute('aria-disabled'), button.disabled]).toEqual([
    ...['true', 'true', false],
  ]);
  await userEvent.click(button);
  expect([run.mock.calls.length, document.activeElement]).toEqual([0, button]);
  rerender(
    <Button loading waiting="Envoi…" onClick={run}>
      Envoyer
    </Button>,
  );
  expect([button.textContent, button.querySelector('svg')]).toEqual(['Envoi…', null]);
  rerender(<Button onClick={run}>Envoyer</Button>);
  await userEvent.click(button);
  expect(run).toHaveBeenCalledOnce();
  rerender(
    <Button disabled onClick={run}>
      Envoyer
    </Button>,
  );
  expect(button.disabled).toBe(true);
  await userEvent.click(button);
  expect(run).toHaveBeenCalledOnce();
});

test('A link that looks like a button is one, and tells that it was pressed; a press that fails is logged, and can be made again', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const run = vi.fn(() => Promise.reject(new Error('Non.')));
  render(
    <>
      <Button asChild onClick={run}>
        <a href="#ici">Ici</a>
      </Button>
      <Button onClick={run}>Envoyer</Button>
    </>,
  );
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await userEvent.click(screen.getByRole('link', { name: 'Ici' }));
  expect(run).toHaveBeenCalledOnce();
  for (const times of [2, 3]) {
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
    expect(run).toHaveBeenCalledTimes(times);
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(times));
  }
  logged.mockRestore();
});

test('A value that is typed settles once it has not changed for a while', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ value }) => useDebounced(value), { initialProps: { value: '' } });
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  rerender({ value: 'c' });
  pass(150);
  rerender({ value: 'ca' });
  pass(199);
  expect(result.current).toBe('');
  pass(1);
  expect(result.current).toBe('ca');
});

test('The fields of an address and of a search tell the browser what they are for, and how long they may be', () => {
  const typed = vi.fn();
  render(
    <>
      <EmailField label="Adresse" name="email" />
      <SearchField label="Chercher" value="" onChange={typed} />
    </>,
  );
  const email = screen.getByLabelText<HTMLInputElement>('Adresse');
  const tells = ['type', 'inputmode', 'autocomplete', 'autocapitalize', 'spellcheck'].map(name =>
    email.getAttribute(name),
  );
  expect(tells).toEqual(['email', 'email', 'username', 'none', 'false']);
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Chercher' });
  expect([search.maxLength, search.autocomplete]).toEqual([100, 'off']);
  fireEvent.change(search, { target: { value: ' voile ' } });
  expect(typed.mock.calls).toEqual([[' voile ']]);
});

test('A search is of what is typed without the spaces around it, and still to come until that settles', () => {
  vi.useFakeTimers();
  const { result } = renderHook(useTypedSearch);
  const told = () => [result.current.typed, result.current.search, result.current.isTyping];
  act(() => result.current.setTyped('  '));
  expect(told()).toEqual(['  ', '', false]);
  act(() => result.current.setTyped(' voile '));
  expect(told()).toEqual([' voile ', '', true]);
  act(() => vi.advanceTimersByTime(200));
  expect(told()).toEqual([' voile ', 'voile', false]);
});

test('A field marks what is required with a sign for the eye, and has its link, its icon and its end around it', () => {
  const { container, rerender } = render(
    <Field label="Nom" required aside={<a href="#perdu">Perdu ?</a>} icon={<i>avant</i>} end={<b>après</b>} />,
  );
  const sign = screen.getByText('*');
  expect([sign.getAttribute('aria-hidden'), sign.title]).toEqual(['true', 'obligatoire']);
  const field = screen.getByRole('textbox', { name: 'Nom' });
  expect([field.previousElementSibling?.textContent, field.nextElementSibling?.textContent]).toEqual([
    'avant',
    'après',
  ]);
  expect(container.textContent).toBe('Nom*Perdu ?avantaprès');
  rerender(<Field label="Nom" />);
  expect([container.textContent, screen.queryByText('*')]).toEqual(['Nom', null]);
  rerender(<TextAreaField label="Message" hint="Mille signes." error="Trop long." />);
  const area = screen.getByLabelText<HTMLTextAreaElement>('Message');
  expect([area.rows, described(area), area.getAttribute('aria-invalid')]).toEqual([
    ...[3, 'Trop long. Mille signes.', 'true'],
  ]);
});

test('An hour that changes otherwise while one types is shown, and what its form says of it comes first', async () => {
  const hour = (value: string, error?: string) => (
    <HourField label="Début" name="from" value={value} error={error} onChange={() => {}} />
  );
  const { rerender } = render(hour('09:30'));
  const field = screen.getByLabelText<HTMLInputElement>('Début');
  fireEvent.change(field, { target: { value: '9h30' } });
  expect(field.value).toBe('9h30');
  rerender(hour('10:00'));
  expect(field.value).toBe('10:00');
  rerender(hour('25h', 'La fin est avant le début.'));
  fireEvent.blur(field);
  expect(screen.getByRole('alert').textContent).toBe('La fin est avant le début.');
});

test('A list of choices shows the server’s issue with it, and has the focus then; each choice has its icon', async () => {
  const issues = [{ path: 'language', message: 'Cette langue n’existe plus.' }];
  const work = () => Promise.reject(new ApiError({ status: 400, code: 'invalid_input', message: 'Non.', issues }));
  const options = [{ value: 'fr', label: 'Français', icon: <i>FR</i> }];
  render(
    <Form onSubmit={work}>
      <Select
        label="Langue"
        name="language"
        placeholder="Laquelle ?"
        options={options}
        value={undefined}
        onChange={() => {}}
      />
      <Button type="submit">Envoyer</Button>
    </Form>,
  );
  const field = screen.getByRole('combobox', { name: 'Langue' });
  expect(field.textContent).toBe('Laquelle ?');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(described(field)).toBe('Cette langue n’existe plus.'));
  expect(document.activeElement).toBe(field);
  // The issue stands at its field alone.
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  field.focus();
  await userEvent.keyboard('{Enter}');
  const list = within(await screen.findByRole('listbox'));
  expect(list.getByRole('option').textContent).toBe('FRFrançais');
});
