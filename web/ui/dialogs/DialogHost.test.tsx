// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../platform/server/api.ts';
import { endSession } from '../../platform/session/session.ts';
import '../../platform/words/i18n.ts';
import { answered } from '../../test/answered.ts';
import buttons from '../fields/Button.module.css';
import { DialogHost } from './DialogHost.tsx';
import { confirm, notice, prompt, useDialogs } from './dialogs.ts';

// Preloaded, so that no test waits for the icons' many files.
beforeAll(() => import('./PendingDialog.tsx'));

beforeEach(() => {
  useDialogs.setState({ pending: [] });
  render(
    <>
      <button type="button">Avant</button>
      <DialogHost />
    </>,
  );
});

afterEach(cleanup);

function ask<T>(question: () => Promise<T>): Promise<T> {
  let answer: Promise<T> | undefined;
  act(() => {
    answer = question();
  });
  if (!answer) throw new Error('Nothing was asked');
  return answer;
}

const deletion = {
  title: 'Êtes-vous sûr ?',
  text: 'Cette action est irréversible !',
  confirmLabel: 'Oui, supprimer',
  danger: true,
};

describe('confirm', () => {
  it('confirm shows its texts and resolves with true when confirmed', async () => {
    const answer = ask(() => confirm(deletion));
    const dialog = await screen.findByRole('alertdialog', { name: 'Êtes-vous sûr ?' });
    expect(dialog.textContent).toContain('Cette action est irréversible !');
    const sure = screen.getByRole('button', { name: 'Oui, supprimer' });
    // An act that cannot be undone looks dangerous.
    expect(sure.classList.contains(buttons.danger!)).toBe(true);
    expect(dialog.querySelectorAll('[data-tone="error"] svg')).toHaveLength(1);
    await userEvent.click(sure);
    expect(await answered(answer)).toBe(true);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('confirm resolves with false on Annuler, which is focused if the action is dangerous', async () => {
    const answer = ask(() => confirm(deletion));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Annuler'));
    await userEvent.keyboard('{Enter}');
    expect(await answered(answer)).toBe(false);
  });

  it('confirm focuses its confirmation button if the action is not dangerous, so that Enter confirms', async () => {
    const answer = ask(() => confirm({ title: 'Quitter sans enregistrer ?', confirmLabel: 'Quitter' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Quitter'));
    expect(document.querySelector('[role="alertdialog"] svg')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(await answered(answer)).toBe(true);
  });

  it('confirm resolves with false on a click outside', async () => {
    const answer = ask(() => confirm(deletion));
    const overlay = (await screen.findByRole('alertdialog')).parentElement;
    if (overlay) fireEvent.pointerDown(overlay);
    expect(await answered(answer)).toBe(false);
  });

  it('confirm resolves with false on Escape, and gives focus back', async () => {
    const before = screen.getByRole('button', { name: 'Avant' });
    before.focus();
    const answer = ask(() => confirm(deletion));
    await waitFor(() => expect(document.activeElement).not.toBe(before));
    await userEvent.keyboard('{Escape}');
    expect(await answered(answer)).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(before));
  });

  it('confirm names its buttons as it is told, and « Confirmer » and « Annuler » otherwise', async () => {
    const names = async () =>
      within(await screen.findByRole('alertdialog'))
        .getAllByRole('button')
        .map(button => button.textContent);
    const kept = ask(() => confirm({ title: 'Partir ?', confirmLabel: 'Partir', cancelLabel: 'Garder' }));
    expect(await names()).toEqual(['Garder', 'Partir']);
    await userEvent.click(screen.getByRole('button', { name: 'Garder' }));
    await waitFor(() => expect(screen.queryByText('Partir ?')).toBeNull());
    expect(await answered(kept)).toBe(false);
    const sure = ask(() => confirm({ title: 'Sûr ?' }));
    expect(await names()).toEqual(['Annuler', 'Confirmer']);
    await userEvent.click(screen.getByRole('button', { name: 'Confirmer' }));
    await waitFor(() => expect(screen.queryByText('Sûr ?')).toBeNull());
    expect(await answered(sure)).toBe(true);
  });

  it('confirm is asked after one that was left by Escape', async () => {
    const first = ask(() => confirm({ title: 'Partir ?' }));
    const second = ask(() => confirm({ title: 'Sûr ?' }));
    await screen.findByRole('alertdialog', { name: 'Partir ?' });
    await userEvent.keyboard('{Escape}');
    expect(await answered(first)).toBe(false);
    await screen.findByRole('alertdialog', { name: 'Sûr ?' });
    await userEvent.click(screen.getByRole('button', { name: 'Confirmer' }));
    expect(await answered(second)).toBe(true);
  });

  it('confirm waits while another dialog is open', async () => {
    const first = ask(() => notice({ title: 'Modifié !', type: 'success' }));
    const second = ask(() => confirm(deletion));
    const ok = await screen.findByRole('button', { name: 'OK' });
    expect(screen.queryByText('Êtes-vous sûr ?')).toBeNull();
    await userEvent.click(ok);
    await answered(first);
    await userEvent.click(await screen.findByRole('button', { name: 'Oui, supprimer' }));
    expect(await answered(second)).toBe(true);
  });
});

describe('prompt', () => {
  const invitation = {
    title: 'Rejoindre un Workspace',
    fields: [{ name: 'code', label: 'Code d’invitation', placeholder: 'ABCD1234' }],
    confirmLabel: 'Rejoindre',
  } as const;

  it('prompt resolves with the trimmed values', async () => {
    const answer = ask(() => prompt(invitation));
    await userEvent.type(await screen.findByLabelText(/Code d’invitation/), '  ABCD1234 {Enter}');
    expect(await answered(answer)).toEqual({ code: 'ABCD1234' });
  });

  it('prompt fills in the password that one has, and leaves its spaces as they were typed', async () => {
    const fields = [{ name: 'password', label: 'Mot de passe', type: 'password' }] as const;
    const answer = ask(() => prompt({ title: 'Prouvez-le', fields }));
    const field = await screen.findByLabelText<HTMLInputElement>(/Mot de passe/, { selector: 'input' });
    expect([field.type, field.autocomplete]).toEqual(['password', 'current-password']);
    await userEvent.click(screen.getByRole('button', { name: 'Afficher le mot de passe' }));
    expect(field.type).toBe('text');
    await userEvent.type(field, ' deux mots {Enter}');
    expect(await answered(answer)).toEqual({ password: ' deux mots ' });
  });

  it('prompt stays open with an error on an empty required field', async () => {
    ask(() => prompt(invitation));
    await userEvent.click(await screen.findByRole('button', { name: 'Rejoindre' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Remplissez ce champ.');
    expect(screen.getByLabelText<HTMLInputElement>(/Code d’invitation/).required).toBe(true);
    expect(screen.getByLabelText(/Code d’invitation/).getAttribute('aria-invalid')).toBe('true');
  });

  it('prompt stays open with the errors of its validation, until the values are valid', async () => {
    const answer = ask(() =>
      prompt({ ...invitation, validate: ({ code }) => (code === 'BON' ? null : { code: 'Code inconnu.' }) }),
    );
    const field = await screen.findByLabelText(/Code d’invitation/);
    await userEvent.type(field, 'AUTRE{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Code inconnu.');
    await userEvent.clear(field);
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
    await userEvent.type(field, 'BON{Enter}');
    expect(await answered(answer)).toEqual({ code: 'BON' });
  });

  it('prompt says what its field is for, and asks for the first wrong one of several', async () => {
    const fields = [
      { name: 'name', label: 'Nom', hint: 'Trente signes.', placeholder: 'Midi', value: 'Soir' },
      { name: 'code', label: 'Code', type: 'textarea' },
    ] as const;
    const validate = ({ name }: { name: string }) =>
      name === 'Soir' ? { name: 'Déjà pris.', code: null as never } : null;
    const answer = ask(() => prompt({ title: 'Créer', text: 'À deux.', fields, validate, cancelLabel: 'Plus tard' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Créer' }));
    expect([dialog.queryByText('À deux.'), dialog.queryByText('Trente signes.')]).not.toContain(null);
    expect(dialog.getAllByRole('button').map(button => button.textContent)).toEqual(['Plus tard', 'Confirmer']);
    const name = dialog.getByLabelText<HTMLInputElement>(/^Nom/);
    expect([name.placeholder, name.autocomplete]).toEqual(['Midi', 'off']);
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmer' }));
    expect(await dialog.findByText('Remplissez ce champ.')).toBeDefined();
    expect(document.activeElement).toBe(dialog.getByLabelText(/^Code/));
    await userEvent.keyboard('deux{Enter}lignes');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmer' }));
    expect(await dialog.findByText('Déjà pris.')).toBeDefined();
    expect(document.activeElement).toBe(name);
    await userEvent.clear(name);
    await userEvent.type(name, 'Midi{Enter}');
    await waitFor(() => expect(useDialogs.getState().pending).toEqual([]));
    expect(await answered(answer)).toEqual({ name: 'Midi', code: 'deux\nlignes' });
  });

  it('prompt resolves with null when cancelled', async () => {
    const answer = ask(() => prompt({ ...invitation, danger: true }));
    const cancel = await screen.findByRole('button', { name: 'Annuler' });
    const send = screen.getByRole('button', { name: 'Rejoindre' });
    expect([send, cancel].map(({ classList }) => classList.contains(buttons.danger!))).toEqual([true, false]);
    await userEvent.click(cancel);
    expect(await answered(answer)).toBeNull();
  });

  it('prompt says why its action failed, with what was typed, until that is changed', async () => {
    const submit = vi.fn(async (_values: object) => {});
    submit.mockRejectedValueOnce(new Error('Ce code a expiré.'));
    const answer = ask(() => prompt({ ...invitation, submit }));
    const field = await screen.findByLabelText<HTMLInputElement>(/Code d’invitation/);
    await userEvent.type(field, 'ABCD{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Ce code a expiré.');
    expect([field.value, document.activeElement]).toEqual(['ABCD', field]);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4]);
    await userEvent.type(field, 'E');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(await answered(answer)).toEqual({ code: 'ABCDE' });
    expect(submit.mock.calls).toEqual([[{ code: 'ABCD' }], [{ code: 'ABCDE' }]]);
  });

  it('prompt says what its caller makes of a failure, and shows the issue of a field at that field', async () => {
    const failure = () => ({ title: 'Échec', text: 'Rien n’a changé.', reason: 'Non.' });
    const submit = vi.fn().mockRejectedValueOnce(new Error('Non.'));
    ask(() => prompt({ ...invitation, submit, failure }));
    await userEvent.type(await screen.findByLabelText(/Code d’invitation/), 'ABCD{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('ÉchecRien n’a changé.Non.');
    const issues = [{ path: 'code', message: 'Huit signes.' }];
    submit.mockRejectedValueOnce(new ApiError({ status: 400, code: 'invalid_input', message: 'Non.', issues }));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Huit signes.'));
    expect(screen.getByLabelText(/Code d’invitation/).getAttribute('aria-invalid')).toBe('true');
  });

  it('prompt whose action ends the session is answered once the action is done', async () => {
    let done = () => {};
    const submit = () => new Promise<void>(resolve => (done = resolve));
    const answer = ask(() => prompt({ ...invitation, submit }));
    await userEvent.type(await screen.findByLabelText(/Code d’invitation/), 'ABCD{Enter}');
    act(() => endSession('expired'));
    expect(useDialogs.getState().pending).toHaveLength(1);
    act(() => done());
    expect(await answered(answer)).toEqual({ code: 'ABCD' });
    expect(useDialogs.getState().pending).toEqual([]);
  });

  it('prompt begins with the values that there are, the first selected, and leaves an optional field empty', async () => {
    const fields = [
      { name: 'title', label: 'Nom', value: 'Midi', required: false, maxLength: 30 },
      { name: 'why', label: 'Pourquoi', type: 'textarea', required: false },
    ] as const;
    const answer = ask(() => prompt({ title: 'Renommer', fields, confirmLabel: 'Enregistrer' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Nom');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect([field.selectionStart, field.selectionEnd, field.maxLength]).toEqual([0, 4, 30]);
    await userEvent.clear(field);
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await answered(answer)).toEqual({ title: '', why: '' });
  });
});

describe('notice', () => {
  it('notice says the reasons of a failure under its text, and ends by Escape too', async () => {
    const answer = ask(() =>
      notice({
        type: 'error',
        title: 'Erreur',
        text: 'Rien n’a changé.',
        reasons: ['Non.', undefined, 'Ni ici.'],
        label: 'Bien',
      }),
    );
    const dialog = await screen.findByRole('alertdialog', { name: 'Erreur' });
    expect(dialog.textContent).toContain('Rien n’a changé.Non.Ni ici.');
    expect(dialog.querySelectorAll('p')).toHaveLength(2);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Bien'));
    await userEvent.keyboard('{Escape}');
    await answered(answer);
    expect(useDialogs.getState().pending).toEqual([]);
  });

  it('notice has the colour and the sign of its type, which is to inform unless it is told', async () => {
    const looks = new Map<string, string | undefined>();
    for (const type of [undefined, 'success', 'warning', 'error'] as const) {
      const answer = ask(() => notice({ ...(type && { type }), title: 'Fait', text: '' }));
      const head = (await screen.findByRole('alertdialog')).querySelector<HTMLElement>('[data-tone]');
      looks.set(head?.dataset.tone ?? '', head?.querySelector('svg')?.innerHTML);
      await userEvent.click(screen.getByRole('button', { name: 'OK' }));
      await answered(answer);
    }
    expect([...looks.keys()]).toEqual(['info', 'success', 'warning', 'error']);
    expect(new Set(looks.values()).size, 'types with a sign of their own').toBe(4);
  });
});
