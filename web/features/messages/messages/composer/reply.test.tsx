// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useDrafts } from '../../outbox/open/drafts.ts';
import { useOutbox } from '../../outbox/open/outbox.ts';
import { answer, replyOf, writingOf } from '../../outbox/open/writing.ts';
import { signatures } from '../../text/open/sender.ts';
import { answerTo } from '../../timeline/open/answered.ts';
import { applyChange } from '../../timeline/open/timelines.ts';
import { button, eachInPlace, edit, message, place, placeId, server, show, userId } from './test/world.tsx';

const gif = vi.hoisted(() => 'https://exemple.fr/oui.gif');
vi.mock('../../gifs/open/open-gif-picker.ts', () => ({ openGifPicker: async () => gif }));

eachInPlace();

const karim = { _id: '018f0000-0000-7000-8000-000000000002', firstName: 'Karim', lastName: 'Benali', avatar: null };
const question: Message = {
  ...message('018f0000-0000-7000-8000-0000000000a1', 'On part à **7 h** ?', 2),
  sender: karim,
};
const begin = (to: Message = question) => act(() => answer(placeId, answerTo(to, userId)));
const bodies = () => server.mock.calls.map(([, , body]) => body);
const drafts = () => [...renderHook(useDrafts).result.current];
const chip = () => screen.queryByText('Réponse à Karim');

describe('An answer in the composer', () => {
  it('An answer in the composer is sent once, and the next message answers nothing', async () => {
    const { field, user } = show();
    begin();
    expect(chip()).not.toBeNull();
    // Names and texts are in their own direction.
    expect([chip(), screen.getByText('On part à 7 h ?')].map(one => one?.dir)).toEqual(['auto', 'auto']);
    expect(chip()?.closest<HTMLElement>('[data-tone]')?.dataset.tone).toBe('reply');
    await user.type(field, 'Oui.{Enter}Vraiment.{Enter}');
    expect(bodies()).toMatchObject([
      { content: 'Oui.', replyTo: question._id, replyNotifies: true },
      { content: 'Vraiment.' },
    ]);
    expect(bodies()[1]).not.toHaveProperty('replyTo');
    expect(chip()).toBeNull();
  });

  it('An answer in the composer goes with a GIF sent apart from the draft, and the draft then answers nothing', async () => {
    const { field, user } = show();
    await user.type(field, 'Oui.');
    begin();
    await user.click(button('Ajouter un GIF'));
    await waitFor(() => expect(bodies()).toMatchObject([{ content: gif, replyTo: question._id }]));
    expect([field.value, chip()]).toEqual(['Oui.', null]);
    await user.type(field, '{Enter}');
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).not.toHaveProperty('replyTo');
  });

  it('An answer in the composer notifies no author when switched off, and never oneself', async () => {
    const { field, user } = show();
    begin();
    const bell = button('Prévenir Karim');
    expect(bell.ariaPressed).toBe('true');
    for (const pressed of ['false', 'true', 'false']) {
      await user.click(button('Prévenir Karim'));
      expect(button('Prévenir Karim').ariaPressed).toBe(pressed);
      expect(button('Prévenir Karim').querySelector('.lucide-bell-off') !== null).toBe(pressed === 'false');
    }
    await user.type(field, 'Oui.{Enter}');
    expect(bodies()).toMatchObject([{ replyTo: question._id, replyNotifies: false }]);
    begin({ ...question, sender: { ...karim, _id: userId } });
    expect(screen.queryByRole('button', { name: /^Prévenir/ })).toBeNull();
  });

  it('An answer in the composer tells its author apart from others on screen', () => {
    show(null, signatures([karim, { _id: 'n', firstName: 'Karim', lastName: 'Nasri' }]));
    begin();
    expect(screen.queryByText('Réponse à Karim B.')).not.toBeNull();
    button('Prévenir Karim B.');
  });

  it('An answer in the composer names whom its message mentions', () => {
    show(null, undefined, { people: [karim] });
    begin({ ...question, content: `Vu avec <@${karim._id}>` });
    expect(screen.getByText('Vu avec @Karim Benali')).toBeDefined();
  });

  it('An answer in the composer is removed by Escape or the cross, and keeps the text and the focus', async () => {
    const { field, user } = show();
    begin();
    await user.type(field, 'Oui.{Escape}');
    expect([chip(), field.value]).toEqual([null, 'Oui.']);
    begin();
    const focused = vi.spyOn(field, 'focus');
    await user.click(button('Ne plus répondre à ce message'));
    expect(chip()).toBeNull();
    expect(document.activeElement).toBe(field);
    // The page stays where it is.
    expect(focused.mock.calls).toEqual([[{ preventScroll: true }]]);
    await user.keyboard('{Enter}');
    expect(bodies()[0]).not.toHaveProperty('replyTo');
  });

  it('An answer in the composer is that of the draft, and not shown with an edit', async () => {
    const { field, user } = show();
    begin();
    act(edit);
    expect([field.value, chip()]).toEqual(['ancien', null]);
    await user.type(field, '{Escape}');
    expect(chip()).not.toBeNull();
  });

  it('An answer in the composer is kept like the draft, even without text', async () => {
    const { unmount } = show();
    begin();
    unmount();
    show();
    expect(chip()).not.toBeNull();
    expect(Object.values(localStorage).join()).toContain(question._id);
    expect(drafts()).toEqual([placeId]);
    act(() => answer(placeId, null));
    expect(Object.values(localStorage).join()).not.toContain(question._id);
    expect(drafts()).toEqual([]);
  });

  it('An answer in the composer follows changes of its message, and is sent alone when that is deleted', async () => {
    const { field, user } = show();
    act(() => applyChange(place, { seq: 2, message: question }));
    begin();
    act(() => applyChange(place, { seq: 3, message: { ...question, content: 'On part à 8 h ?', seq: 3 } }));
    screen.getByText('On part à 8 h ?');
    act(() => applyChange(place, { seq: 4, deleted: question._id }));
    screen.getByText('Message supprimé');
    await user.type(field, 'Oui.{Enter}');
    expect(bodies()[0]).not.toHaveProperty('replyTo');
    expect(replyOf(writingOf(placeId))).toBeNull();
  });

  it.each([
    [409, 'answered_deleted'],
    [404, 'message_not_found'],
  ])(
    'An answer in the composer refused for a message that is gone says so, and can be sent alone under its nonce: %i, %s',
    async (status, code) => {
      const { field, user } = show();
      begin();
      server.mockImplementation(() => [status, { code, message: 'Le message a été supprimé.' }]);
      await user.type(field, 'Oui.{Enter}');
      const [entry] = useOutbox.getState().entries;
      expect(entry).toMatchObject({
        state: 'failed',
        content: 'Oui.',
        reason: expect.stringContaining('n’est plus là'),
      });
      expect(entry?.replyTo).toBeUndefined();
      expect((bodies()[0] as { nonce?: string }).nonce).toBe(entry?.nonce);
    },
  );

  it('An answer in the composer waits in the outbox with its answered message, on the device too', async () => {
    const { field, user } = show();
    server.mockImplementation(() => [503, { code: 'unavailable', message: 'Plus tard.' }]);
    begin();
    await user.type(field, 'Oui.{Enter}');
    expect(useOutbox.getState().entries).toMatchObject([
      { state: 'waiting', replyTo: { _id: question._id, excerpt: 'On part à **7 h** ?', calls: karim._id } },
    ]);
  });
});
