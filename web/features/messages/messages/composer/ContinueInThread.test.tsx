// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { answer, type, writingOf } from '../../outbox/open/writing.ts';
import { answerTo } from '../../timeline/open/answered.ts';
import { emptyTimeline } from '../../timeline/open/timeline.ts';
import { placeStateOf, restorePlace } from '../../timeline/open/timelines.store.ts';
import { applyChange } from '../../timeline/open/timelines.ts';
import { ContinueInThread } from './ContinueInThread.tsx';
import { eachInPlace, edit, message, place, placeId, show as showComposer, userId } from './test/world.tsx';

eachInPlace();

const karim = { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null };

const Address = () => <output>{useLocation().search}</output>;

/** Lets the two people quote each other in turn, so many times, the user first. */
function quote(times: number): void {
  let last = message('m1', 'ancien');
  for (let n = 1; n <= times; n += 1) {
    const mine = n % 2 === 0;
    const next = { ...message(`q${n}`, `réponse ${n}`, n + 1), replyTo: answerTo(last, userId) };
    last = mine ? next : { ...next, sender: karim };
    applyChange(place, { seq: last.seq, message: last });
  }
  answer(placeId, answerTo(last, userId));
}

const show = (id = placeId) =>
  render(
    <MemoryRouter>
      <ContinueInThread placeId={id} />
      <Address />
    </MemoryRouter>,
  );

it('After three quotes in a row of two people, the answer may go on in a thread, with what is typed', async () => {
  quote(2);
  show();
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  quote(3);
  type(placeId, 'Alors à 8 h.');
  show();
  expect(screen.getByText('Vous vous répondez à deux depuis un moment.').closest('[role=status]')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Continuer dans un fil' }));
  expect(screen.getByText('?thread=m1', { selector: 'output' })).toBeDefined();
  expect([writingOf('m1').draft, writingOf(placeId).draft, writingOf(placeId).reply]).toEqual([
    'Alors à 8 h.',
    '',
    null,
  ]);
});

it('An answer in a thread goes on there, however long two people have quoted each other', () => {
  quote(3);
  const messages = placeStateOf(place)?.timeline.messages ?? [];
  const thread = { threadId: 'root', channelId: null, parent: { channelId: placeId, conversationId: null } };
  const replies = messages.map(one => ({ ...one, ...thread }));
  restorePlace({ threadId: 'root' }, { ...emptyTimeline, loaded: true, messages: replies });
  const last = replies.at(-1);
  if (last) answer('root', answerTo(last, userId));
  show('root');
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  show();
  expect(screen.getByRole('button')).toBeDefined();
});

it('An edit is not offered to go on in a thread, though the draft is', () => {
  quote(3);
  showComposer();
  const offer = () => screen.queryByRole('button', { name: 'Continuer dans un fil' });
  expect(offer()).not.toBeNull();
  act(edit);
  expect(offer()).toBeNull();
});
