// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import '../../platform/words/i18n.ts';
import { Badge } from './Badge.tsx';
import { GuestTag } from './GuestTag.tsx';

afterEach(cleanup);

const text = (element: React.ReactElement) => {
  const { container, unmount } = render(element);
  const said = container.textContent;
  unmount();
  return said;
};

test('A badge shows its count, at most 99 or its own most, and nothing at none', () => {
  expect([0, -1, 1, 99, 100].map(count => text(<Badge count={count} />))).toEqual(['', '', '1', '99', '99+']);
  expect([9_999, 10_000].map(count => text(<Badge count={count} max={9_999} />))).toEqual([
    '9\u202f999',
    '9\u202f999+',
  ]);
  expect(text(<Badge count={0} showZero />)).toBe('0');
});

test('A badge with words is read by them alone', () => {
  const { container } = render(<Badge count={3} label="3 messages non lus" />);
  expect(container.querySelector('[aria-hidden="true"]')?.textContent).toBe('3');
  expect(container.textContent).toBe('33 messages non lus');
});

test('The name of a guest alone has its tag', () => {
  expect([{ guest: true } as const, {}, undefined].map(of => text(<GuestTag of={of} />))).toEqual(['Invité', '', '']);
});
