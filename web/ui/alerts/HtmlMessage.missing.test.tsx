// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { HtmlMessage } from './HtmlMessage.tsx';

// The code that cleans HTML can't be fetched.
vi.mock('dompurify', () => Promise.reject(new TypeError('Failed to fetch')));
afterEach(cleanup);

test('An HTML message that cannot be cleaned is not shown as it is, and that is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const { container } = render(<HtmlMessage html="<b>gras</b><img src=x>" />);
  await waitFor(() => expect(logged.mock.calls.flat().map(String).join()).toContain('cannot be cleaned'));
  expect(container.querySelector('b, img')).toBeNull();
  logged.mockRestore();
});
