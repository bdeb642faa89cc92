import { limits } from '@palabre/common/contract/fields.ts';
import type { Refusal } from '../users/auth.rules.ts';

export interface NewPasswordForm {
  password: string;
  confirmation: string;
}

/** Spec 1 §5, « Reset password », and the length of a password (contract.md). */
export function checkNewPassword({ password, confirmation }: NewPasswordForm) {
  type Found = Refusal<keyof NewPasswordForm, 'required' | 'mismatch' | 'tooShort'>;
  const refuse = (key: Found['key'], ...fields: (keyof NewPasswordForm)[]): Found => ({
    key,
    fields,
    whole: key === 'required',
  });
  if (password === '' && confirmation === '') return refuse('required', 'password', 'confirmation');
  if (password === '') return refuse('required', 'password');
  if (confirmation === '') return refuse('required', 'confirmation');
  if (password !== confirmation) return refuse('mismatch', 'confirmation');
  if (password.length < limits.passwordMin) return refuse('tooShort', 'password');
  return null;
}
