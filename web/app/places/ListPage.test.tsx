// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ListPage } from './ListPage.tsx';

afterEach(cleanup);

test('A list of a phone is where it was left, each on its own, however one goes from one to the other', () => {
  const list = (id: string) => (
    <ListPage id={id}>
      <p>Salons</p>
    </ListPage>
  );
  const scroller = () => screen.getByText('Salons').parentElement as HTMLElement;
  const { rerender } = render(list('atelier'));
  scroller().scrollTop = 120;
  rerender(list('maison'));
  expect(scroller().scrollTop).toBe(0);
  scroller().scrollTop = 40;
  cleanup();
  render(list('atelier'));
  expect(scroller().scrollTop).toBe(120);
  cleanup();
  render(list('maison'));
  expect(scroller().scrollTop).toBe(40);
});
