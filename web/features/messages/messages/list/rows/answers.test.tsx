// @vitest-environment jsdom
import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { article, camille, eachInList, karim, message, show, today } from '../test/list.tsx';

eachInList();

const sender = { _id: karim, firstName: 'Karim', lastName: 'B', avatar: null };
const answered = (more: Partial<Answered> = {}): Answered => ({
  _id: '018f0000-0000-7000-8000-0000000000a1',
  sender,
  excerpt: 'On part à **7 h**, <@everyone> ?',
  files: 0,
  calls: camille,
  ...more,
});
const answer = (text: string, more: Partial<Answered> = {}) =>
  message(karim, today(9, 0), text, { replyTo: answered(more) });

describe('An answer in the list', () => {
  it('An answer in the list shows the answered author and text above its own, linked by press and key', async () => {
    const desk = await show([answer('Plutôt à 8 h.')]);
    const row = article('Plutôt à 8 h.');
    expect(row.getAttribute('aria-label')).toMatch(/^Karim, 09:00, en réponse à Karim\u00a0: Plutôt à 8 h\.$/);
    const line = within(row).getByRole('button', { name: /^En réponse à Karim\u00a0: On part à 7 h, @tous \?/ });
    expect(line.textContent).toBe('KBKarimOn part à 7 h, @tous ?');
    expect([line.tabIndex, row.dataset.answers]).toEqual([-1, 'true']);
    // Names and texts are in their own direction.
    expect([...line.querySelectorAll('[dir=auto]')].map(({ textContent }) => textContent)).toEqual([
      'Karim',
      'On part à 7 h, @tous ?',
    ]);
    act(() => row.focus());
    expect(line.tabIndex).toBe(0);
    const user = userEvent.setup();
    await user.click(line);
    line.focus();
    await user.keyboard('{Enter}');
    expect(desk.goTo.mock.calls).toEqual([[answered()._id], [answered()._id]]);
  });

  it('An answer in the list tells the answered author apart from others on screen', async () => {
    const other = { _id: '018f0000-0000-7000-8000-00000000000e', firstName: 'Karim', lastName: 'Nasri', avatar: null };
    const mine = message(camille, today(9, 1), 'Entendu.', {
      replyTo: answered({ calls: null, sender: { ...sender, avatar: '/api/karim' } }),
    });
    await show([message(other._id, today(9, 0), 'Moi aussi.', { sender: other }), mine]);
    const row = article('Entendu.');
    expect([...row.querySelectorAll('[data-reach] img')].map(face => face.getAttribute('src'))).toEqual(['/api/karim']);
    expect(row.getAttribute('aria-label')).toContain('en réponse à Karim B.');
    within(row).getByRole('button', { name: /^En réponse à Karim B\.\u00a0/ });
    within(row).getByText('Karim B.');
  });

  it('An answer in the list says that the answered message is deleted, without a link', async () => {
    await show([answer('Plutôt à 8 h.', { sender: null, excerpt: '' })]);
    const row = article('Plutôt à 8 h.');
    expect(within(row).getByText('Message supprimé').tagName).toBe('P');
    expect(row.getAttribute('aria-label')).toContain('en réponse à un message supprimé');
    expect(within(row).queryByRole('button', { name: /^En réponse/ })).toBeNull();
  });

  it('An answer in the list counts files of a message without text, hides spoilers, and shows its line while pending', async () => {
    const pending = {
      ...{ nonce: 'n1', userId: camille, place: { channelId: 'c' }, content: 'Merci.', time: today(9, 2) },
      ...{ state: 'waiting' as const, replyTo: answered({ excerpt: '', files: 2 }) },
    };
    const others = [answer('Oui.', { excerpt: 'un\n\ndeux' }), answer('Non.', { excerpt: '' })];
    await show([answer('Vu.', { excerpt: 'Le code : ||1234||' }), ...others], [pending]);
    // A quote is on one line, and an emptied message says so.
    expect(within(article('Oui.')).getByRole('button', { name: /^En réponse/ }).textContent).toMatch(/un deux$/);
    expect(within(article('Non.')).getByText('Message effacé')).toBeDefined();
    expect(within(article('Vu.')).getByText('Le code : █')).toBeDefined();
    expect(within(article('Merci.')).getByText('2 fichiers')).toBeDefined();
  });

  it('An answer in the list still shows old quotes', async () => {
    const content = '> [Karim](http://localhost/workspace/1/channel/2?message=3)\n> On part à 7 h ?\n\nPlutôt à 8 h.';
    await show([message(karim, today(9, 0), content)]);
    expect(article('Plutôt').querySelector('blockquote')?.textContent).toContain('On part à 7 h ?');
    expect(screen.queryByRole('button', { name: /^En réponse/ })).toBeNull();
  });
});
