// @vitest-environment jsdom
import { typingTimes } from '@palabre/common/contract/messages/typing-event.ts';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Place } from '../../../../platform/address/place.ts';
import { holdSocket } from '../../../../platform/server/connection.ts';
import { useAlerts } from '../../../../ui/alerts/alerts.ts';
import type { OffDutyLine } from '../../../people/availability/open/OffDutyLine.tsx';
import { noteShown, useTold } from '../../../people/availability/open/told.ts';
import type { LocalFile } from '../../files/open/local-file.ts';
import { answer, changeFiles, name, type, writingOf } from '../../outbox/open/writing.ts';
import type { beginSchedule } from '../../scheduled/open/begin.ts';
import { answerTo } from '../../timeline/open/answered.ts';
import { sayTyping, stopTyping } from '../typing/typing.ts';
import { noteArriving } from './arriving.ts';
import {
  button,
  eachInPlace,
  edit,
  message,
  place,
  placeId,
  sent,
  server,
  show,
  userId,
  waiting,
} from './test/world.tsx';
import { useSending } from './useSending.ts';

type Draft = Parameters<typeof beginSchedule>[0];
const asked = vi.hoisted(() => ({
  /** Drafts given to the scheduler, each with the element beside it. */
  scheduled: [] as { draft: unknown; anchor: Element; end: () => void }[],
  emoji: '🎺' as string | null,
  gif: 'https://exemple.fr/oui.gif' as string | null,
  /** Workspaces whose own emoji were offered. */
  emojiOf: [] as object[],
  /** Elements beside which emoji and GIFs were offered. */
  beside: [] as Element[],
  urgent: null as string | null,
  fails: false,
}));
vi.mock('../../scheduled/open/begin.ts', () => ({
  beginSchedule: (draft: unknown, anchor: Element) =>
    new Promise<void>(end => {
      asked.scheduled.push({ draft, anchor, end });
    }),
}));
vi.mock('../../../workspaces/emoji/open/open-emoji-picker.ts', () => ({
  openEmojiPicker: async (anchor: Element, of: object) => {
    asked.beside.push(anchor);
    asked.emojiOf.push(of);
    return asked.emoji;
  },
}));
vi.mock('../../gifs/open/open-gif-picker.ts', () => ({
  openGifPicker: async (anchor: Element) => {
    asked.beside.push(anchor);
    return asked.gif;
  },
}));
vi.mock('../../../people/availability/open/ask-urgent.ts', () => ({
  askUrgent: async () => {
    if (asked.fails) throw new Error('Pas de réseau');
    return asked.urgent;
  },
}));
vi.mock('../../scheduled/open/ScheduledLine.tsx', () => ({
  ScheduledLine: ({ place: { channelId } }: { place: Place }) => <p>Programmé dans {channelId}</p>,
}));
vi.mock('../../../people/availability/open/OffDutyLine.tsx', () => ({
  OffDutyLine: ({ people, maySend, onSchedule, onUrgent, onMention }: ComponentProps<typeof OffDutyLine>) => (
    <p>
      {people.map(({ name }) => name)} se repose, {maySend ? 'à envoyer' : 'rien à envoyer'}
      <button type="button" onClick={({ currentTarget }) => onSchedule(currentTarget)}>
        Programmer
      </button>
      <button type="button" onClick={() => onUrgent('Karim')}>
        Urgent
      </button>
      <button type="button" onClick={() => onMention({ id: 'leonie', name: 'Léonie' })}>
        Mentionner
      </button>
    </p>
  ),
}));

eachInPlace();
// Loaded before, so that no test waits for them.
beforeAll(() =>
  Promise.all([
    import('../../files/open/choose.ts'),
    import('../../files/open/Strip.tsx'),
    import('../../scheduled/open/ScheduledLine.tsx'),
    import('../../../people/availability/open/OffDutyLine.tsx'),
  ]),
);

/** Takes the last draft given to the scheduler. */
function taken() {
  const last = asked.scheduled.pop();
  if (!last) throw new Error('Nothing was asked to be scheduled');
  return { ...last, draft: last.draft as Draft };
}

it('A draft is scheduled by its button, with what it answers, and stays until the server has it', async () => {
  const { field } = show();
  const later = button('Programmer l’envoi');
  expect(later.disabled).toBe(true);
  act(() => {
    type(placeId, 'Demain, @Karim.');
    name(placeId, { '@Karim': '<@karim>' });
  });
  const question = { ...message('q', 'On part ?'), sender: { ...message('q', '').sender, _id: 'karim' } };
  act(() => answer(placeId, answerTo(question, userId)));
  fireEvent.click(later);
  const { draft, anchor, end } = taken();
  expect([draft.place, draft.alsoInPlace, anchor]).toEqual([place, false, later]);
  expect(field.readOnly).toBe(false);
  const read = await act(() => draft.read());
  expect(read).toMatchObject({ content: 'Demain, <@karim>.', files: [], reply: { _id: 'q' } });
  // During the request, nothing changes the draft.
  expect(field.readOnly).toBe(true);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect([field.value, waiting()]).toEqual(['Demain, @Karim.', []]);
  act(() => draft.onScheduled());
  expect([field.value, writingOf(placeId).reply]).toEqual(['', null]);
  end();
  await waitFor(() => expect(field.readOnly).toBe(false));
});

it('A draft that was not scheduled is in the field to be changed and sent', async () => {
  const { field } = show();
  act(() => type(placeId, 'Demain.'));
  fireEvent.click(button('Programmer l’envoi'));
  const { draft, end } = taken();
  await act(() => draft.read());
  end();
  await waitFor(() => expect(field.readOnly).toBe(false));
  fireEvent.change(field, { target: { value: 'Demain. Oui.' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(sent()).toEqual([['POST', 'Demain. Oui.']]));
});

it('A long press on « Envoyer » schedules a draft, and leaves an empty field and an edit to the browser', async () => {
  const { field } = show();
  expect(fireEvent.contextMenu(button('Envoyer'))).toBe(true);
  act(() => type(placeId, 'Demain.'));
  expect(fireEvent.contextMenu(button('Envoyer'))).toBe(false);
  expect(taken().anchor).toBe(button('Envoyer'));
  edit();
  await waitFor(() => expect(field.value).toBe('ancien'));
  expect(fireEvent.contextMenu(button('Enregistrer'))).toBe(true);
  expect(screen.queryByRole('button', { name: 'Programmer l’envoi' })).toBeNull();
  expect(asked.scheduled).toEqual([]);
});

it('A reply that is scheduled for its place too leaves the next one to its thread alone', () => {
  const { result } = renderHook(() => useSending(place, null, () => {}));
  type(placeId, 'Demain.');
  act(() => result.current.setAlsoInPlace(true));
  void result.current.schedule(document.body);
  const { draft } = taken();
  expect(draft.alsoInPlace).toBe(true);
  act(() => draft.onScheduled());
  expect(result.current.alsoInPlace).toBe(false);
});

it('A draft is scheduled with the files that are still being read', async () => {
  const { result } = renderHook(() => useSending(place, null, () => {}));
  type(placeId, 'Le plan.');
  const file: LocalFile = { id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 3, width: null, height: null };
  let read = () => {};
  const files = new Promise<readonly LocalFile[]>(done => {
    read = () => done([file]);
  });
  noteArriving({ placeId, editId: null, files }, some => changeFiles(placeId, all => [...all, ...some], null));
  void result.current.schedule(document.body);
  let draft: Awaited<ReturnType<Draft['read']>> | undefined;
  const reading = act(async () => {
    draft = await taken().draft.read();
  });
  read();
  await reading;
  expect(draft?.files).toEqual([file]);
});

it('A draft is sent as urgent under the nonce of its reason, and not without one', async () => {
  const { result } = renderHook(() => useSending(place, null, () => {}));
  type(placeId, 'Fuite au sous-sol.');
  asked.urgent = null;
  await act(() => result.current.sendUrgent('Karim'));
  expect(writingOf(placeId).draft).toBe('Fuite au sous-sol.');
  asked.urgent = '018f0000-0000-7000-8000-0000000000aa';
  await act(() => result.current.sendUrgent('Karim'));
  await waitFor(() => expect(server).toHaveBeenCalledOnce());
  expect(server.mock.calls[0]?.[2]).toMatchObject({ content: 'Fuite au sous-sol.', nonce: asked.urgent });
});

it('An emoji that is chosen stands where the caret is; none stands there when none is, and no GIF is sent', async () => {
  const { field } = show(null, undefined, { workspaceId: 'atelier' });
  act(() => type(placeId, 'un deux'));
  field.setSelectionRange(3, 3);
  fireEvent.click(button('Ajouter un emoji'));
  await waitFor(() => expect(field.value).toBe('un 🎺deux'));
  expect(field.selectionStart).toBe(5);
  asked.emoji = null;
  fireEvent.click(button('Ajouter un emoji'));
  await act(async () => {});
  expect(field.value).toBe('un 🎺deux');
  expect(asked.emojiOf).toEqual(Array(2).fill({ workspaceId: 'atelier' }));
  const chosen = asked.gif;
  asked.gif = null;
  fireEvent.click(button('Ajouter un GIF'));
  await act(async () => {});
  expect([field.value, waiting()]).toEqual(['un 🎺deux', []]);
  const [emoji, gif] = ['Ajouter un emoji', 'Ajouter un GIF'].map(button);
  expect(asked.beside).toEqual([emoji, emoji, gif]);
  asked.gif = chosen;
});

it('What a button of the format writes is undone by the browser, in one step', async () => {
  const { field } = show();
  const undo: string[] = [];
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'));
  // As browsers do, which jsdom does not.
  document.execCommand = (command, _shown, text = '') => {
    undo.push(field.value);
    field.setRangeText(command === 'insertText' ? text : '', field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return true;
  };
  act(() => type(placeId, 'un mot ici'));
  field.setSelectionRange(3, 6);
  fireEvent.click(button('Gras'));
  await waitFor(() => expect(writingOf(placeId).draft).toBe('un **mot** ici'));
  fireEvent.click(button('Gras'));
  await waitFor(() => expect(writingOf(placeId).draft).toBe('un mot ici'));
  expect([undo, field.selectionStart, field.selectionEnd]).toEqual([['un mot ici', 'un **mot** ici'], 3, 6]);
});

it('A GIF that is chosen while a message is edited joins it, and is not sent', async () => {
  const { field } = show();
  edit();
  await waitFor(() => expect(field.value).toBe('ancien'));
  fireEvent.click(button('Ajouter un GIF'));
  await waitFor(() => expect(field.value).toBe('ancienhttps://exemple.fr/oui.gif'));
  expect(server).not.toHaveBeenCalled();
});

it('Files are chosen by the button, several at once, and nothing is left on the page when none is', async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
  show();
  const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]');
  fireEvent.click(button('Joindre des fichiers'));
  expect([opened.mock.calls.length, chooser()?.multiple]).toEqual([1, true]);
  fireEvent(chooser() as HTMLElement, new Event('cancel'));
  expect(chooser()).toBeNull();
  fireEvent.click(button('Joindre des fichiers'));
  const input = chooser() as HTMLInputElement;
  const readable = Object.assign(new File(['x'], 'plan.png', { type: 'image/png' }), {
    slice: () => ({ arrayBuffer: async () => new ArrayBuffer(1) }),
  });
  Object.defineProperty(input, 'files', { value: [readable] });
  fireEvent.change(input);
  expect(chooser()).toBeNull();
  expect(await screen.findByRole('button', { name: /plan\.png/ })).toBeDefined();
});

it('A press on a button of the field leaves the focus in the field, and with it a phone’s keyboard', () => {
  show();
  act(() => type(placeId, 'Bonjour'));
  const held = ['Envoyer', 'Programmer l’envoi', 'Joindre des fichiers', 'Gras'].map(
    name => !fireEvent.pointerDown(button(name)),
  );
  expect(held).toEqual([true, true, true, true]);
  const marks = within(screen.getByRole('toolbar', { name: 'Mise en forme' })).getAllByRole('button');
  expect(marks.map(one => one.getAttribute('aria-label')?.replace(/ \(.*/, ''))).toEqual([
    ...['Gras', 'Italique', 'Souligné', 'Barré', 'Masqué'],
  ]);
  const iconOf = (one: Element) =>
    one
      .querySelector('svg')
      ?.getAttribute('class')
      ?.match(/lucide-([a-z-]+)/)?.[1];
  expect(marks.map(iconOf)).toEqual(['letter-b', 'italic', 'underline', 'strikethrough', 'eye-off']);
  // Their tips say the keys that do the same.
  expect(marks.map(({ dataset }) => dataset.tipKeys)).toEqual(['Ctrl B', 'Ctrl I', 'Ctrl U', undefined, undefined]);
  const opening = ['Ajouter un emoji', 'Ajouter un GIF', 'Programmer l’envoi'].map(button);
  expect(opening.map(one => one.getAttribute('aria-haspopup'))).toEqual(['dialog', 'dialog', 'dialog']);
  expect(button('Programmer l’envoi').title).toBe('Programmer l’envoi');
});

it('Who is off duty is asked of five people of a draft at most, each once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const idOf = (n: number) => `018f0000-0000-7000-8000-0000000000b${n}`;
  const person = (_id: string, firstName: string) => ({ _id, firstName, lastName: 'B', avatar: null });
  show(null, undefined, { people: [person(userId, 'Camille'), person(idOf(0), 'Karim')] });
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  vi.useRealTimers();
  const named = ['Karim', 'Ana', 'Éva', 'Luc', 'Max', 'Zoé'].map((who, n) => [`@${who}`, `<@${idOf(n)}>`]);
  act(() => {
    type(placeId, 'Demain, @Karim');
    name(placeId, Object.fromEntries(named));
  });
  expect(await screen.findByText(/^Karim se repose/)).toBeDefined();
  act(() => type(placeId, named.map(([typed]) => typed).join(' ')));
  expect(await screen.findByText(/^KarimAnaÉvaLucMax se repose/)).toBeDefined();
  // So are the people who are not there to read it.
  expect(screen.getByText(/^Ana, Éva, Luc, Max et Zoé ne sont pas dans cette conversation/)).toBeDefined();
});

it('A draft that was scheduled is no longer being written, as one that was sent: its place hears the next one begin', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const emit = vi.fn();
  holdSocket({ volatile: { emit } } as unknown as Parameters<typeof holdSocket>[0]);
  const { result } = renderHook(() => useSending(place, null, () => {}));
  stopTyping();
  vi.setSystemTime(Date.now() + typingTimes.settled * 1_000);
  sayTyping(place);
  void result.current.schedule(document.body);
  act(() => taken().draft.onScheduled());
  vi.setSystemTime(Date.now() + typingTimes.settled * 1_000);
  sayTyping(place);
  expect(emit).toHaveBeenCalledTimes(2);
  holdSocket(null);
  noteShown(placeId, 'karim');
  act(() => result.current.sendNow('Bonjour'));
  // The author was told who is off duty, and need not be told again.
  expect([...useTold.getState().keys]).toEqual(['karim']);
});

it('Files that cannot be attached are said so, and the draft stays', async () => {
  const { field } = show();
  act(() => type(placeId, 'Le plan.'));
  const broken = Object.assign(new File(['x'], 'plan.png'), {
    slice: () => {
      throw new Error('Le disque est parti');
    },
  });
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  fireEvent.paste(field, { clipboardData: { files: [broken], getData: () => '' } });
  await waitFor(() =>
    expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual([
      'Les fichiers ne peuvent pas être joints pour l’instant.',
    ]),
  );
  expect([field.value, told.mock.calls.length]).toEqual(['Le plan.', 1]);
  act(() => useAlerts.setState({ alerts: [] }));
});

it('What is scheduled here and who is off duty stand above the field of a draft, and not above that of an edit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const person = (_id: string, firstName: string) => ({ _id, firstName, lastName: 'B', avatar: null });
  const { field } = show(null, undefined, { people: [person(userId, 'Camille'), person('karim', 'Karim')] });
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  vi.useRealTimers();
  expect(await screen.findByText(`Programmé dans ${placeId}`)).toBeDefined();
  expect(await screen.findByText(/^Karim se repose, rien à envoyer/)).toBeDefined();
  act(() => type(placeId, 'Demain, '));
  expect(screen.getByText(/^Karim se repose, à envoyer/)).toBeDefined();
  fireEvent.click(button('Programmer'));
  expect(taken().anchor).toBe(button('Programmer'));
  field.setSelectionRange(8, 8);
  fireEvent.click(button('Mentionner'));
  await waitFor(() => expect(field.value).toBe('Demain, @Léonie '));
  // A reason that cannot be requested is said, and nothing is sent.
  asked.fails = true;
  fireEvent.click(button('Urgent'));
  await waitFor(() => expect(useAlerts.getState().alerts).toHaveLength(1));
  expect(server).not.toHaveBeenCalled();
  asked.fails = false;
  act(() => useAlerts.setState({ alerts: [] }));
  edit();
  await waitFor(() => expect(field.value).toBe('ancien'));
  expect(screen.queryByText(/Programmé dans|se repose/)).toBeNull();
});

it('What is scheduled here stands in a place that one may no longer write in, without who is off duty and what one had attached', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const file = { id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 3, width: null, height: null };
  changeFiles(placeId, () => [file], null);
  const person = (_id: string, firstName: string) => ({ _id, firstName, lastName: 'B', avatar: null });
  show('Lecture seule.', undefined, { people: [person(userId, 'Camille'), person('karim', 'Karim')] });
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  vi.useRealTimers();
  expect(await screen.findByText(`Programmé dans ${placeId}`)).toBeDefined();
  await act(async () => {});
  expect([screen.queryByText(/se repose/), screen.queryByRole('list', { name: 'Fichiers joints' })]).toEqual([
    null,
    null,
  ]);
});
