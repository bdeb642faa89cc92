// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { RefObject } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endSession, login } from '../../platform/session/session.ts';
import { answered } from '../../test/answered.ts';
import { Beside } from './Beside.tsx';
import { showBeside } from './show-beside.tsx';

afterEach(cleanup);

let anchor: HTMLElement;
let box: DOMRect;
let beside: RefObject<HTMLElement>;
const ends: ((chosen: string | null) => void)[] = [];
beforeEach(() => {
  ends.length = 0;
  anchor = document.createElement('button');
  box = new DOMRect(10, 20, 30, 40);
  anchor.getBoundingClientRect = () => box;
  render(<Beside />);
});

function choose(sign: string): Promise<string | null> {
  let answer: Promise<string | null> | undefined;
  act(() => {
    answer = showBeside<string>(anchor, box, (at, done) => {
      beside = at;
      ends.push(done);
      return (
        <button type="button" onClick={() => done(sign)}>
          {sign}
        </button>
      );
    });
  });
  return answer ?? expect.fail('nothing is shown');
}

test('What is shown beside gives the choice, and goes', async () => {
  const chosen = choose('👍');
  fireEvent.click(screen.getByRole('button', { name: '👍' }));
  expect(await answered(chosen)).toBe('👍');
  expect(screen.queryByRole('button')).toBeNull();
});

test('Another that is shown takes the place of the first, which has chosen nothing and closes nothing any more', async () => {
  const first = choose('👍');
  const [late] = ends;
  const second = choose('🎉');
  expect(await answered(first)).toBeNull();
  act(() => late?.(null));
  fireEvent.click(screen.getByRole('button', { name: '🎉' }));
  expect(await answered(second)).toBe('🎉');
});

test('What is shown beside goes with the session', async () => {
  login('a.b.c', { _id: 'camille' });
  const chosen = choose('👍');
  act(() => endSession('expired'));
  expect(screen.queryByRole('button')).toBeNull();
  expect(await answered(chosen)).toBeNull();
});

test('What is shown beside stays where its element was, once that is gone', () => {
  void choose('👍');
  const at = () => beside.current.getBoundingClientRect();
  expect([at().x, at().width]).toEqual([10, 30]);
  box = new DOMRect(15, 20, 30, 40);
  expect(at().x).toBe(15);
  box = new DOMRect();
  expect([at().x, at().width]).toEqual([15, 30]);
});

test('What is shown beside an element within what is written stands beside all of that, so that nothing typed is covered', () => {
  const written = document.createElement('div');
  written.dataset.written = '';
  written.append(anchor);
  let field = new DOMRect(0, 5, 400, 90);
  written.getBoundingClientRect = () => field;
  void choose('👍');
  const at = () => {
    const { x, y, width, height } = beside.current.getBoundingClientRect();
    return [x, y, width, height];
  };
  expect(at()).toEqual([10, 5, 30, 90]);
  field = new DOMRect(0, 5, 400, 120);
  expect(at()).toEqual([10, 5, 30, 120]);
  // Where it is not drawn, its element alone is.
  field = new DOMRect();
  expect(at()).toEqual([10, 20, 30, 40]);
});
