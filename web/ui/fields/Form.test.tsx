// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/server/api.ts';
import '../../platform/words/i18n.ts';
import { Dialog } from '../overlays/Dialog.tsx';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { Form } from './Form.tsx';
import { IconButton } from './IconButton.tsx';
import { PasswordField } from './PasswordField.tsx';

afterEach(cleanup);

const invalid = (issues: ApiError['issues']) =>
  new ApiError({ status: 400, code: 'invalid_input', message: 'Ces informations ne sont pas valides.', issues });

function Sample({ onSubmit }: { onSubmit: () => unknown }) {
  const [title, setTitle] = useState('');
  return (
    <Form onSubmit={onSubmit}>
      <Field label="Nom" name="title" value={title} onChange={event => setTitle(event.target.value)} />
      <Field label="Étiquettes" name="tags" defaultValue="" />
      <Button type="submit">Créer</Button>
    </Form>
  );
}

test('A form submitted twice at once runs onSubmit once, and again only after it has finished', async () => {
  let answer: () => void = () => {};
  const work = vi.fn(() => new Promise<void>(done => (answer = done)));
  render(<Sample onSubmit={work} />);
  const button = screen.getByRole('button', { name: 'Créer' });
  act(() => {
    button.click();
    button.click();
  });
  expect(work).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-busy')).toBe('true');
  // The browser would send it by itself, and leave the page.
  expect(fireEvent.submit(button.closest('form') as HTMLFormElement)).toBe(false);
  expect(work).toHaveBeenCalledTimes(1);
  answer();
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  await userEvent.click(button);
  expect(work).toHaveBeenCalledTimes(2);
});

test('A form with a synchronous onSubmit runs it once for a double click', () => {
  const work = vi.fn();
  render(<Sample onSubmit={work} />);
  const button = screen.getByRole('button', { name: 'Créer' });
  act(() => {
    button.click();
    button.click();
  });
  expect(work).toHaveBeenCalledTimes(1);
});

test('A button acts once on a double click', () => {
  const work = vi.fn(() => new Promise<void>(() => {}));
  render(<Button onClick={work}>Rejoindre</Button>);
  const button = screen.getByRole('button', { name: 'Rejoindre' });
  act(() => {
    button.click();
    button.click();
  });
  expect(work).toHaveBeenCalledTimes(1);
});

test('A dialog that is closing submits nothing', async () => {
  const work = vi.fn();
  const dialog = (open: boolean) => (
    <Dialog open={open} onClose={() => {}} title="Créer" onSubmit={work} footer={<Button type="submit">OK</Button>} />
  );
  const { rerender } = render(dialog(true));
  const form = screen.getByRole('button', { name: 'OK' }).closest('form') as HTMLFormElement;
  rerender(dialog(false));
  fireEvent.submit(form);
  expect(work).not.toHaveBeenCalled();
});

test('A form of a dialog submits nothing of the form that shows the dialog', async () => {
  const [outer, inner] = [vi.fn(), vi.fn()];
  render(
    <Form onSubmit={outer}>
      <Dialog onClose={() => {}} title="Créer" onSubmit={inner} footer={<Button type="submit">OK</Button>} />
    </Form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect([inner, outer].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

test('A form is submitted by its own button alone, not by the other buttons in it', async () => {
  const work = vi.fn();
  render(
    <Form onSubmit={work}>
      <Button>Choisir</Button>
      <IconButton label="Effacer">
        <i />
      </IconButton>
      <PasswordField label="Mot de passe" name="password" />
      <Button type="submit">Créer</Button>
    </Form>,
  );
  for (const name of ['Choisir', 'Effacer', 'Afficher le mot de passe'])
    await userEvent.click(screen.getByRole('button', { name }));
  expect(work).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Créer' }));
  expect(work).toHaveBeenCalledOnce();
});

test('An issue from the server is shown at its field, which is focused, until the field changes', async () => {
  const work = vi.fn(async () => {
    throw invalid([
      { path: 'title', message: 'Il faut au plus 80 caractères.' },
      { path: 'tags.3', message: 'Ce texte contient des caractères interdits.' },
    ]);
  });
  render(<Sample onSubmit={work} />);
  await userEvent.click(screen.getByRole('button', { name: 'Créer' }));
  const title = screen.getByLabelText('Nom');
  await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'));
  const described = document.getElementById(title.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Il faut au plus 80 caractères.');
  expect(screen.getByLabelText('Étiquettes').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(title);
  await userEvent.type(title, 'a');
  expect(title.getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByLabelText('Étiquettes').getAttribute('aria-invalid')).toBe('true');
});

test('An issue from the server goes with the next submission, and the form’s own error comes before it', async () => {
  const work = vi.fn();
  work.mockRejectedValueOnce(invalid([{ path: 'tags', message: 'Trop d’étiquettes.' }]));
  const changed = vi.fn();
  const form = (error: string | null) => (
    <Form onSubmit={work} onChange={changed}>
      <Field label="Étiquettes" name="tags" error={error} defaultValue="" />
      <Button type="submit">Créer</Button>
    </Form>
  );
  const { rerender } = render(form(null));
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Créer' }));
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Trop d’étiquettes.');
  rerender(form('Une étiquette est vide.'));
  expect(screen.getByRole('alert').textContent).toBe('Une étiquette est vide.');
  rerender(form(null));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Créer' }).getAttribute('aria-busy')).toBeNull());
  await send();
  expect(work).toHaveBeenCalledTimes(2);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await userEvent.type(screen.getByLabelText('Étiquettes'), 'a');
  expect(changed).toHaveBeenCalled();
});

test('Of several issues with one field the first is shown, and that of the first field has the focus', async () => {
  render(
    <Sample
      onSubmit={async () => {
        throw invalid([
          { path: 'tags.0', message: 'Trop long.' },
          { path: 'tags.3', message: 'Des caractères interdits.' },
        ]);
      }}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Créer' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Trop long.');
  expect(document.activeElement).toBe(screen.getByLabelText('Étiquettes'));
});

test('An issue of a field that has gone meanwhile is shown above the fields', async () => {
  const work = vi.fn(async () => {
    throw invalid([{ path: 'tags', message: 'Trop d’étiquettes.' }]);
  });
  const form = (hasTags: boolean) => (
    <Form onSubmit={work}>
      {hasTags && <Field label="Étiquettes" name="tags" defaultValue="" />}
      <Button type="submit">Créer</Button>
    </Form>
  );
  const { rerender } = render(form(true));
  rerender(form(false));
  await userEvent.click(screen.getByRole('button', { name: 'Créer' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Trop d’étiquettes.');
});

test('An issue of a field that stood twice is shown at the one that is left, and not above the fields', async () => {
  const work = vi.fn(async () => {
    throw invalid([{ path: 'tags', message: 'Trop d’étiquettes.' }]);
  });
  const form = (labels: string[]) => (
    <Form onSubmit={work}>
      {labels.map(label => (
        <Field key={label} label={label} name="tags" defaultValue="" />
      ))}
      <Button type="submit">Créer</Button>
    </Form>
  );
  const { rerender } = render(form(['Étiquettes', 'Mots-clés']));
  rerender(form(['Mots-clés']));
  await userEvent.click(screen.getByRole('button', { name: 'Créer' }));
  await waitFor(() => expect(screen.getByLabelText('Mots-clés').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText('Trop d’étiquettes.')).toHaveLength(1);
});

test('An issue of no field of the form is shown above the fields', async () => {
  render(
    <Sample
      onSubmit={async () => {
        throw invalid([{ path: 'societyId', message: 'Cette valeur n’a pas la forme attendue.' }]);
      }}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Créer' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Cette valeur n’a pas la forme attendue.');
});

test('A form has data-kept when unsaved is false; a dialog’s form never has it', () => {
  const keptBy = (text: string) => screen.getByDisplayValue(text).closest('[data-kept]');
  render(
    [undefined, true, false].map(unsaved => (
      <Form key={String(unsaved)} unsaved={unsaved} onSubmit={() => {}}>
        <Field label="Nom" defaultValue={`form ${unsaved}`} />
      </Form>
    )),
  );
  expect([keptBy('form undefined'), keptBy('form true')]).toEqual([null, null]);
  expect(keptBy('form false')).not.toBeNull();
  render(
    <Dialog onClose={() => {}} title="Créer un salon" unsaved={false} onSubmit={() => {}}>
      <Field label="Nom" defaultValue="chantier" />
    </Dialog>,
  );
  expect(keptBy('chantier')).toBeNull();
});

test('A form that fails by itself is logged, and one that the server refuses is not', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const work = vi.fn().mockRejectedValueOnce(invalid([{ path: 'title', message: 'Trop long.' }]));
  work.mockRejectedValueOnce(new TypeError('broken'));
  render(<Sample onSubmit={work} />);
  const button = screen.getByRole('button', { name: 'Créer' });
  for (const times of [0, 1]) {
    await userEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(logged).toHaveBeenCalledTimes(times);
  }
  expect(work).toHaveBeenCalledTimes(2);
  logged.mockRestore();
});
