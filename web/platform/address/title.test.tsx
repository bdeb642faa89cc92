// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import '../words/i18n.ts';
import { usePlace } from '../place-settings.ts';
import { useTitle, useTitleCount } from './title.ts';

afterEach(cleanup);

function Page({ of }: { of?: string }) {
  useTitle(of, 'Atelier');
  return null;
}
function Count({ count }: { count: number }) {
  useTitleCount(count);
  return null;
}

test('The title of the page names its parts, leaves out those not known yet, and counts what is unread', () => {
  const { rerender } = render(<Page />);
  expect(document.title).toBe('Atelier · Palabre');
  rerender(
    <>
      <Page of="#général" />
      <Count count={2} />
    </>,
  );
  expect(document.title).toBe('(2) #général · Atelier · Palabre');
  rerender(
    <>
      <Page of="#général" />
      <Count count={1_234} />
    </>,
  );
  expect(document.title).toMatch(/^\(1\s234\) #général/);
});

test('The title of the page counts nothing any more once the shell is gone, as at a logout', () => {
  const { rerender } = render(
    <>
      <Page />
      <Count count={2} />
    </>,
  );
  expect(document.title).toBe('(2) Atelier · Palabre');
  rerender(<Page />);
  expect(document.title).toBe('Atelier · Palabre');
});

test('The title of the page ends with the name that this Palabre has been given', () => {
  const before = usePlace.getState();
  render(<Page of="#général" />);
  act(() => usePlace.setState({ settings: { name: 'Chez nous' } as never }));
  expect(document.title).toBe('#général · Atelier · Chez nous');
  act(() => usePlace.setState(before));
  expect(document.title).toBe('#général · Atelier · Palabre');
});
