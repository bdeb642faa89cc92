import { limits } from '@palabre/common/contract/fields.ts';
import { isEmail } from '@palabre/common/rules/email.ts';

/** What a form refuses: the text's key, and the fields it is about. */
export interface Refusal<Field extends string, Key extends string> {
  key: Key;
  fields: readonly Field[];
  /** Whether it is about the form as a whole: it is said once, under all of the fields. */
  whole: boolean;
}

export interface LoginForm {
  email: string;
  password: string;
}

/** Spec 1 §5, « Login ». */
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

export interface RegisterForm {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmation: string;
}

/** Spec 1 §5, « Register », in its order. */
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

/** What is typed to set a password. */
export interface NewPassword {
  newPassword: string;
  confirmation: string;
}

/** Spec 1 §5, « Password change » and « Reset password », and the length of a password; every field of the form is required. */
export function checkNewPassword<Form extends NewPassword & Record<keyof Form, string>>(
  form: Form,
): Refusal<keyof Form & string, 'required' | 'mismatch' | 'tooShort'> | null {
  const empty = (Object.keys(form) as (keyof Form & string)[]).filter(name => form[name] === '');
  if (empty.length > 0) return { key: 'required', fields: empty, whole: true };
  if (form.newPassword !== form.confirmation) return { key: 'mismatch', fields: ['confirmation'], whole: false };
  if (form.newPassword.length < limits.passwordMin) return { key: 'tooShort', fields: ['newPassword'], whole: false };
  return null;
}
