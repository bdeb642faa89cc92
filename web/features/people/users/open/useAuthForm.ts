import { useRef, useState } from 'react';
import type { Refusal } from './auth.rules.ts';

/** Where what concerns the form as a whole is said. */
export const wholeErrorId = 'auth-error';

/**
 * What the fields of an account's form hold, and what its rules refuse: shown at its fields, or once under all of them,
 * until something is typed. `textOf` puts a refusal in words.
 */
export function useAuthForm<Form extends Record<keyof Form, string>, Key extends string>(
  blank: Form,
  check: (form: Form) => Refusal<keyof Form & string, Key> | null,
  textOf: (key: Key) => string,
) {
  const [form, setForm] = useState(blank);
  const [refusal, setRefusal] = useState<Refusal<keyof Form & string, Key> | null>(null);
  const element = useRef<HTMLFormElement>(null);

  function focus(name: keyof Form & string): void {
    const control = element.current?.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement)) return;
    control.focus();
    control.select();
  }

  /** Whether the rules accept what is typed; else why is shown, and the first field it is about has the focus. */
  function accepts(): boolean {
    const found = check(form);
    setRefusal(found);
    if (found?.fields[0]) focus(found.fields[0]);
    return found === null;
  }

  const controlOf = (name: keyof Form & string) => {
    const concerned = refusal?.fields.includes(name);
    return {
      name,
      value: form[name],
      error: refusal && concerned && !refusal.whole ? textOf(refusal.key) : null,
      ...(concerned && refusal?.whole ? { 'aria-invalid': true, 'aria-describedby': wholeErrorId } : {}),
      onChange: (event: { target: { value: string } }) => {
        setForm({ ...form, [name]: event.target.value });
        setRefusal(null);
      },
    };
  };

  function reset(): void {
    setForm(blank);
    setRefusal(null);
  }

  return { form, reset, element, focus, accepts, controlOf, problem: refusal?.whole ? textOf(refusal.key) : null };
}
