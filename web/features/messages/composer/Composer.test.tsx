// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../../../platform/i18n.ts';
import { Composer } from './Composer.tsx';

afterEach(cleanup);

const spies = () => ({ onSend: vi.fn(), onEdit: vi.fn(async () => true), onCancelEdit: vi.fn(), onEditLast: vi.fn() });

interface Options {
  draft?: string;
  refusal?: string | null;
  editing?: { key: string; content: string } | null;
}

type Heard = ReturnType<typeof spies>;

function Page({ draft = '', refusal = null, editing = null, heard }: Options & { heard: Heard }) {
  const [text, setText] = useState(draft);
  return (
    <Composer
      label="Message pour #général"
      placeholder="Envoyer un message dans #général"
      refusal={refusal}
      editing={editing}
      draft={text}
      onDraft={setText}
      {...heard}
    />
  );
}

function show(options: Options = {}) {
  const heard = spies();
  render(<Page {...options} heard={heard} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message pour #général');
  return { ...heard, user: userEvent.setup(), field };
}

describe('the composer', () => {
  it('sends with Enter and empties itself; Shift+Enter goes to the next line', async () => {
    const { user, field, onSend } = show();
    expect(field.placeholder).toBe('Envoyer un message dans #général');
    expect(field.rows).toBe(2);
    await user.type(field, 'un{Shift>}{Enter}{/Shift}deux{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('un\ndeux');
    expect(field.value).toBe('');
  });

  it('does not send what is blank', async () => {
    const { user, field, onSend } = show();
    await user.type(field, '   {Shift>}{Enter}{/Shift} {Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Envoyer' }).disabled).toBe(true);
  });

  it('leaves Enter to the input method while it composes a character', () => {
    const { field, onSend } = show({ draft: 'にほ' });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onSend).toHaveBeenCalledOnce();
  });

  it('counts near the limit, and sends nothing beyond it', async () => {
    const { user, field, onSend } = show({ draft: 'a'.repeat(9_999) });
    expect(screen.getByText('Il reste 1 caractère')).toBeTruthy();
    fireEvent.change(field, { target: { value: 'a'.repeat(10_001) } });
    expect(screen.getByText('1 caractère de trop')).toBeTruthy();
    await user.type(field, '{Enter}');
    expect(onSend).not.toHaveBeenCalled();
  });

  it('wraps the selection with its buttons and keys', async () => {
    const { user, field } = show({ draft: 'un mot' });
    field.setSelectionRange(3, 6);
    await user.click(screen.getByRole('button', { name: 'Masqué' }));
    expect(field.value).toBe('un ||mot||');
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('mot');
    await user.keyboard('{Control>}b{/Control}');
    expect(field.value).toBe('un ||**mot**||');
  });

  it('is disabled, and says why, for who may not write', () => {
    const { field } = show({ refusal: 'Vous pouvez lire ce salon, mais pas y écrire.' });
    expect(field.disabled).toBe(true);
    expect(screen.getByText('Vous pouvez lire ce salon, mais pas y écrire.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Envoyer' })).toBeNull();
  });

  it('holds the message being edited, saves it with Enter and gives up with Escape or « Annuler »', async () => {
    const { user, field, onEdit, onCancelEdit, onSend } = show({
      draft: 'brouillon',
      editing: { key: 'm', content: 'ancien' },
    });
    expect(field.value).toBe('ancien');
    await user.type(field, ' texte{Enter}');
    expect(onEdit).toHaveBeenCalledExactlyOnceWith('ancien texte');
    expect(onSend).not.toHaveBeenCalled();
    await user.type(field, '{Escape}');
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(onCancelEdit).toHaveBeenCalledTimes(2);
  });

  it('asks for one’s last message with ↑, in an empty field only', async () => {
    const { user, field, onEditLast } = show();
    await user.type(field, 'a{ArrowUp}');
    expect(onEditLast).not.toHaveBeenCalled();
    await user.type(field, '{Backspace}{ArrowUp}');
    expect(onEditLast).toHaveBeenCalledOnce();
  });
});
