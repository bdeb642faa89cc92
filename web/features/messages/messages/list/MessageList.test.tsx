// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../../../platform/words/i18n.ts';
import { useOutbox } from '../../outbox/open/outbox.ts';
import { article, camille, eachInList, karim, message, show, today } from './test/list.tsx';

eachInList();

describe('the list of messages', () => {
  it('is a log that shows the author and the hour once for messages of one minute', async () => {
    await show([message(karim, today(9, 12, 1), 'un'), message(karim, today(9, 12, 30), 'deux')]);
    expect(screen.getByRole('log').getAttribute('aria-label')).toBe('Messages de #général');
    expect(within(article('un')).getByText('Karim')).toBeTruthy();
    expect(within(article('deux')).queryByText('Karim')).toBeNull();
    expect(article('deux').getAttribute('aria-label')).toBe('Karim, 09:12\u00a0: deux');
    expect(screen.getByText("Aujourd'hui")).toBeTruthy();
  });

  it('marks what was modified, and names a sender without first name by their id', async () => {
    const nameless = { _id: karim, firstName: '', lastName: '', avatar: null };
    await show([message(karim, today(9, 12), 'un', { updated: true, sender: nameless })]);
    expect(within(article('un')).getByText('(modifié)')).toBeTruthy();
    expect(within(article('un')).getByText('018f0')).toBeTruthy();
  });

  it('says of whom and of what has gone that it has, in the language of the interface', async () => {
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

  it('shows a spoiler when it is clicked, and hides it again', async () => {
    await show([message(karim, today(9, 12), 'la fin\u00a0: ||il meurt||')]);
    const spoiler = screen.getByRole('button', { name: 'Contenu masqué, afficher' });
    fireEvent.click(spoiler);
    expect(spoiler.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(spoiler, { key: 'Enter' });
    expect(spoiler.getAttribute('aria-expanded')).toBe('false');
  });

  it('shows what is on its way greyed, and what was refused with its reason and three ways out', async () => {
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
