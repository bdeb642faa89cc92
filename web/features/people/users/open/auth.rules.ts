import { limits } from '@palabre/common/contract/fields.ts';
import { isEmail } from '@palabre/common/rules/people/email.ts';

/** Refusal of a form: the key of its text, and the fields it concerns. */
export interface Refusal<Field extends string, Key extends string> {
  key: Key;
  fields: readonly Field[];
  /** Whether the refusal is shown once for the whole form, under all of its fields. */
  whole: boolean;
}

/** Fields of the login form. */
export interface LoginForm {
  email: string;
  password: string;
}

/** Checks the login form. */
export function checkLogin({ email, password }: LoginForm) {
  type Found = Refusal<keyof LoginForm, 'bothEmpty' | 'emailEmpty' | 'passwordEmpty'>;
  const refuse = (key: Found['key'], ...fields: (keyof LoginForm)[]): Found => ({
    key,
    fields,
    whole: key === 'bothEmpty',
  });
  const noEmail = email.trim() === '';
  if (noEmail && password === '') return refuse('bothEmpty', 'email', 'password');
  if (noEmail) return refuse('emailEmpty', 'email');
  if (password === '') return refuse('passwordEmpty', 'password');
  return null;
}

/** Fields of the registration form. */
export interface RegisterForm {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmation: string;
}

/** Checks the registration form, in the order in which its failures are said. */
export function checkRegister(form: RegisterForm) {
  type Found = Refusal<keyof RegisterForm, 'allRequired' | 'mismatch' | 'tooShort' | 'badEmail'>;
  const refuse = (key: Found['key'], ...fields: (keyof RegisterForm)[]): Found => ({
    key,
    fields,
    whole: key === 'allRequired',
  });
  const names = ['firstName', 'lastName', 'email', 'password', 'confirmation'] as const;
  const empty = names.filter(name => form[name].trim() === '');
  if (empty.length > 0) return refuse('allRequired', ...empty);
  if (form.password !== form.confirmation) return refuse('mismatch', 'confirmation');
  if (form.password.length < limits.passwordMin) return refuse('tooShort', 'password');
  if (!isEmail(form.email)) return refuse('badEmail', 'email');
  return null;
}

/** Fields that set a password. */
export interface NewPassword {
  newPassword: string;
  confirmation: string;
}

/**
 * Checks a new password and its minimum length; every field of
 * the form is required.
 */
export function checkNewPassword<Form extends NewPassword & Record<keyof Form, string>>(
  form: Form,
): Refusal<keyof Form & string, 'required' | 'mismatch' | 'tooShort'> | null {
  const empty = (Object.keys(form) as (keyof Form & string)[]).filter(name => form[name] === '');
  if (empty.length > 0) return { key: 'required', fields: empty, whole: true };
  if (form.newPassword !== form.confirmation) return { key: 'mismatch', fields: ['confirmation'], whole: false };
  if (form.newPassword.length < limits.passwordMin) return { key: 'tooShort', fields: ['newPassword'], whole: false };
  return null;
}
