// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../../platform/words/i18n.ts';
import { useOutbox } from '../../outbox/open/outbox.ts';
import { article, camille, eachInList, karim, message, show, today } from './test/list.tsx';

eachInList();

describe('The message list', () => {
  it('The message list is a log that shows author and time once per minute', async () => {
    await show([message(karim, today(9, 12, 1), 'un'), message(karim, today(9, 12, 30), 'deux')]);
    expect(screen.getByRole('log').getAttribute('aria-label')).toBe('Messages de #général');
    expect(within(article('un')).getByText('Karim')).toBeTruthy();
    expect(within(article('deux')).queryByText('Karim')).toBeNull();
    expect(article('deux').getAttribute('aria-label')).toBe('Karim, 09:12\u00a0: deux');
    expect(screen.getByText("Aujourd'hui")).toBeTruthy();
  });

  it('The message list begins with the place’s face, name, maker and action, once nothing older exists', async () => {
    const run = vi.fn();
    const action = { label: 'Inviter des personnes', icon: null, run };
    const facts = { face: <i>#</i>, name: 'général', made: 'Salon public, créé le 3 mars 2026', action };
    await show([message(karim, today(9, 12), 'un')], [], {}, { facts, hasOlder: true });
    expect(screen.queryByRole('heading', { name: 'général' })).toBeNull();
    cleanup();
    await show([message(karim, today(9, 12), 'un')], [], {}, { facts });
    const heading = screen.getByRole('heading', { name: 'général' });
    expect(heading.parentElement?.textContent).toBe('#généralSalon public, créé le 3 mars 2026Inviter des personnes');
    expect(heading.compareDocumentPosition(article('un')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Inviter des personnes' }));
    expect(run).toHaveBeenCalledOnce();
  });

  it('The message list passes the focus of a deleted message to the next one, and of the last one to the one before', async () => {
    const [one, two, three, four] = ['un', 'deux', 'trois', 'quatre'].map((content, n) =>
      message(karim, today(9, 12 + n), content),
    ) as [Message, Message, Message, Message];
    const { shows } = await show([one, two, three, four]);
    act(() => article('deux').focus());
    shows([one, three, four]);
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/trois$/);
    act(() => article('quatre').focus());
    shows([one, three]);
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/trois$/);
  });

  it('The message list marks edited messages, and names a sender without first name by their id', async () => {
    const nameless = { _id: karim, firstName: '', lastName: '', avatar: null };
    await show([message(karim, today(9, 12), 'un', { updated: true, sender: nameless })]);
    expect(within(article('un')).getByText('(modifié)')).toBeTruthy();
    expect(within(article('un')).getByText('018f0')).toBeTruthy();
  });

  it('The message list names deleted users and contents in the interface’s language', async () => {
    const gone = { _id: karim, firstName: 'Utilisateur supprimé', lastName: '', avatar: null };
    const messages = [message(karim, today(9, 12), '', { sender: gone })];
    await show(messages);
    expect(within(article('Message effacé')).getByText('Utilisateur supprimé')).toBeTruthy();
    cleanup();
    await setLanguage('en');
    await show(messages);
    expect(within(article('Message erased')).getByText('Deleted user')).toBeTruthy();
    await setLanguage('fr');
  });

  it('The message list reveals a spoiler on click, and hides it again', async () => {
    await show([message(karim, today(9, 12), 'la fin\u00a0: ||il meurt||')]);
    const spoiler = screen.getByRole('button', { name: 'Contenu masqué, afficher' });
    fireEvent.click(spoiler);
    expect(spoiler.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(spoiler, { key: 'Enter' });
    expect(spoiler.getAttribute('aria-expanded')).toBe('false');
  });

  it('The message list greys pending messages, and shows failed ones with the reason and three actions', async () => {
    const entry = { userId: camille, place: { channelId: 'c' }, time: today(9, 12) };
    const desk = await show(
      [],
      [
        { ...entry, nonce: 'n1', content: 'part', state: 'waiting' },
        { ...entry, nonce: 'n2', content: 'bloqué', state: 'failed', reason: 'Interdit.' },
      ],
    );
    expect(article('part').dataset.state).toBe('waiting');
    const failed = within(article('bloqué'));
    expect(failed.getByRole('alert').textContent).toContain('Message non envoyé – Interdit.');
    const press = (name: string) => fireEvent.click(failed.getByRole('button', { name }));
    press('Modifier');
    expect(desk.edit.mock.calls.map(([row]) => row.content)).toEqual(['bloqué']);
    press('Réessayer');
    expect(useOutbox.getState().entries.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    press('Supprimer');
    expect(useOutbox.getState().entries.map(({ content }) => content)).toEqual(['part']);
  });
});
