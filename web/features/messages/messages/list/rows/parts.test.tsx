// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { article, camille, eachInList, karim, message, show, today } from '../test/list.tsx';

eachInList();
beforeAll(() => import('../../../files/open/MessageFiles.tsx'));

const sender = { _id: karim, firstName: 'Karim', lastName: 'B', avatar: null };
const file = { _id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 1, url: '/api/file/f/plan.pdf' };

/** Parts that a row shows beside a message's text, each with the fields that give it and the way to find it. */
const parts: Record<string, [by: Partial<Message>, shown: (row: HTMLElement) => unknown]> = {
  files: [
    { fileAttachments: [{ ...file, width: null, height: null, thumbnail: null }] },
    row => within(row).queryByText(/plan/),
  ],
  reactions: [
    { reactions: [{ reaction: '👍', usersId: [camille] }] },
    row => within(row).queryByRole('group', { name: 'Réactions' }),
  ],
  thread: [
    { thread: { replies: 2, lastAt: null, people: [], unread: 0, following: false, read: 0, seq: 2 } },
    row => within(row).queryByRole('button', { name: /2 réponses/ }),
  ],
  answered: [
    { replyTo: { _id: 'm0', sender, excerpt: 'On part ?', files: 0, calls: null } },
    row => within(row).queryByRole('button', { name: /^En réponse à/ }),
  ],
  copy: [
    { copyOf: { _id: 'reply', threadId: 'root' } },
    row => within(row).queryByRole('button', { name: /répondu dans un fil/ }),
  ],
  edited: [{ updated: true }, row => within(row).queryByText('(modifié)')],
  pinned: [{ pinned: true }, row => within(row).queryByRole('img', { name: 'Épinglé' })],
  guest: [{ sender: { ...sender, guest: true } }, row => within(row).queryByText('Invité')],
};
const shownIn = (row: HTMLElement) => Object.keys(parts).filter(name => parts[name]?.[1](row));

const rows: [what: string, by: Partial<Message>, shown: string[]][] = [
  ['text alone', {}, []],
  ...Object.entries(parts).map(([name, [by]]): [string, Partial<Message>, string[]] => [name, by, [name]]),
];

it.each(rows)('A message of %s shows that, and no part that it does not have', async (_what, by, expected) => {
  await show([message(karim, today(9, 12), 'bonjour', by)]);
  await waitFor(() => expect(shownIn(article('bonjour'))).toEqual(expected));
  // Only the author's name can be pressed.
  if (expected.length === 0) {
    const pressed = within(article('bonjour')).getAllByRole('button', { hidden: false });
    expect(pressed.map(({ textContent }) => textContent)).toEqual(['Karim']);
  }
});

it('What is opened from a message stands beside it: by its key, its menu or its bar', async () => {
  const messages = ['un', 'deux', 'trois'].map((text, n) => message(karim, today(9, 12 + n), text));
  const { react } = await show(messages);
  const anchors = () => react.mock.calls.map(([row, anchor]) => [row.content, anchor]);
  const row = article('deux');
  act(() => row.focus());
  fireEvent.keyDown(row, { key: '+' });
  expect(anchors()).toEqual([['deux', row]]);
  fireEvent.contextMenu(row, { clientX: 30, clientY: 30 });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Réagir' }));
  expect(anchors().at(-1)).toEqual(['deux', row]);
  fireEvent.pointerMove(row, { pointerType: 'mouse', clientX: 5, clientY: 5 });
  const button = within(row).getByRole('button', { name: 'Réagir' });
  fireEvent.click(button);
  expect(anchors().at(-1)).toEqual(['deux', button]);
});
