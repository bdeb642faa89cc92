// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { Pager } from './Pager.tsx';
import { usePages } from './usePages.ts';
import '../../features/running/administration/administration.texts.ts';

afterEach(cleanup);

/** List with the given number of items on each page. */
function List({ counts, waiting = false }: { counts: readonly number[]; waiting?: boolean }) {
  const pages = usePages('');
  const next = pages.page < counts.length ? String(pages.page) : null;
  return (
    <div data-testid="list">
      <Pager pages={pages} next={next} waiting={waiting} count={counts[pages.page - 1]} />
    </div>
  );
}

async function turn(name: string, page: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByText(page);
  // A button ignores a second click in the same turn of the event loop.
  await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).toBeNull());
}

it('Pager goes from page to page, and scrolls each to its start', async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = function () {
    scrolled(this);
  };
  render(<List counts={[50, 50, 3]} />);
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy();
  expect(screen.getByText('Page 1').getAttribute('aria-live')).toBe('polite');
  expect(screen.getByRole('button', { name: 'Page précédente' })).toHaveProperty('disabled', true);
  await turn('Page suivante', 'Page 2');
  await turn('Page suivante', 'Page 3');
  expect(screen.getByRole('button', { name: 'Page suivante' })).toHaveProperty('disabled', true);
  await turn('Page précédente', 'Page 2');
  expect(scrolled.mock.calls).toEqual(Array.from({ length: 3 }, () => [screen.getByTestId('list')]));
});

it('Pager goes back from a page that has become empty, and is hidden while there is only one page', async () => {
  Element.prototype.scrollIntoView = () => {};
  const { rerender } = render(<List counts={[50, 1]} />);
  await turn('Page suivante', 'Page 2');
  // A page that is being fetched may have nothing yet.
  rerender(<List counts={[50, 0]} waiting />);
  expect(screen.getByText('Page 2')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Page suivante' }).getAttribute('aria-busy')).toBe('true');
  rerender(<List counts={[50, 0]} />);
  expect(screen.getByText('Page 1')).toBeTruthy();
  rerender(<List counts={[50]} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});
