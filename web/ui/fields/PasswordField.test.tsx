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
  const button = screen.getByRole('button', { name: 'Afficher le mot de passe', pressed: false });
  await userEvent.click(button);
  expect([field.type, field.value]).toEqual(['text', 'tilleul']);
  expect(screen.getByRole('button', { name: 'Masquer le mot de passe', pressed: true })).toBe(button);
  await userEvent.click(button);
  expect(field.type).toBe('password');
});

test('A password may be pasted, and be filled in by the browser', async () => {
  render(<PasswordField label="Mot de passe" name="password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Mot de passe');
  await userEvent.click(field);
  await userEvent.paste('un mot de passe sûr');
  expect(field.value).toBe('un mot de passe sûr');
  const tells = ['autocomplete', 'autocapitalize', 'spellcheck'].map(name => field.getAttribute(name));
  expect(tells).toEqual(['current-password', 'none', 'false']);
  cleanup();
  render(<PasswordField label="Nouveau mot de passe" name="password" autoComplete="new-password" />);
  expect(screen.getByLabelText<HTMLInputElement>('Nouveau mot de passe').autocomplete).toBe('new-password');
});
