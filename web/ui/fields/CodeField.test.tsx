// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/server/api.ts';
import { Button } from './Button.tsx';
import { CodeField } from './CodeField.tsx';
import { Form } from './Form.tsx';

beforeAll(() => {
  // jsdom lacks the APIs by which the field measures itself.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  document.elementFromPoint = () => null;
});
afterEach(cleanup);

const sent: string[] = [];
const wrong = 'Code invalide ou expiré';

/** Form that always refuses its code: by the `error` prop, or by an issue from the server. */
function Refusing({ by }: { by: 'error' | 'issue' }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = () => {
    sent.push(code);
    const issues = by === 'issue' ? [{ path: 'code', message: wrong }] : [];
    if (by === 'error') setError(wrong);
    throw new ApiError({ status: 400, code: 'otp_invalid', message: wrong, issues });
  };
  const type = (typed: string) => {
    setCode(typed);
    setError(null);
  };
  return (
    <Form onSubmit={submit}>
      <CodeField label="Code" name="code" length={6} value={code} error={error} onChange={type} />
      <Button type="submit">Valider</Button>
    </Form>
  );
}

test.each(['error', 'issue'] as const)('CodeField is cleared and focused after a refusal by an %s', async by => {
  sent.length = 0;
  render(<Refusing by={by} />);
  const field = () => screen.getByLabelText<HTMLInputElement>('Code');
  for (const code of ['111111', '222222']) {
    await userEvent.type(field(), code);
    await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
    expect(await screen.findByText(wrong)).toBeDefined();
    expect(field().value).toBe('');
    expect(document.activeElement).toBe(field());
    await userEvent.keyboard('3');
    expect(field().value).toBe('3');
    expect(screen.queryByText(wrong)).toBeNull();
    await userEvent.clear(field());
  }
  expect(sent).toEqual(['111111', '222222']);
});

function Code() {
  const [code, setCode] = useState('');
  return <CodeField label="Code" name="code" length={6} value={code} onChange={setCode} autoFocus />;
}

test('CodeField takes the digits of what is pasted, and as many as a code has', async () => {
  render(<Code />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  expect(document.activeElement).toBe(field);
  expect([field.autocomplete, field.inputMode, field.maxLength]).toEqual(['one-time-code', 'numeric', 6]);
  await userEvent.paste('123 456');
  expect(field.value).toBe('123456');
  await userEvent.clear(field);
  await userEvent.type(field, 'a7b');
  expect(field.value).toBe('7');
  // Each digit stands in a box of its own, for the eye alone; the next box is where one types.
  const boxes = [...(document.querySelector('[aria-hidden="true"]')?.children ?? [])] as HTMLElement[];
  expect(boxes.map(({ textContent }) => textContent)).toEqual(['7', '', '', '', '', '']);
  expect(boxes.map(({ dataset }) => dataset.active)).toEqual([undefined, 'true', ...Array(4)]);
  cleanup();
  render(<CodeField label="Code" name="code" length={6} value="" onChange={() => {}} disabled />);
  expect(screen.getByLabelText<HTMLInputElement>('Code').disabled).toBe(true);
});
