// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import '../../platform/words/i18n.ts';
import { PasswordField } from './PasswordField.tsx';

afterEach(cleanup);

test('A password is hidden as it is typed, and shown on demand', async () => {
  render(<PasswordField label="Mot de passe" name="password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Mot de passe');
  expect(field.type).toBe('password');
  await userEvent.type(field, 'tilleul');
  await userEvent.click(screen.getByRole('button'));
  expect([field.type, field.value]).toEqual(['text', 'tilleul']);
});

test('A password may be pasted, and be filled in by the browser', async () => {
  render(<PasswordField label="Mot de passe" name="password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Mot de passe');
  await userEvent.click(field);
  await userEvent.paste('un mot de passe sûr');
  expect(field.value).toBe('un mot de passe sûr');
  expect(field.autocomplete).toBe('current-password');
});
