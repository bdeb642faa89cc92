import { useRef, useState } from 'react';
import type { Refusal } from './auth.rules.ts';

/** Id of the element that shows the error of the whole form. */
export const wholeErrorId = 'auth-error';

/**
 * Holds the values of an account form and the refusal of its rules, shown at its fields or once under all of them until
 * something is typed. `textOf` gives the text of a refusal.
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

  /** Tells whether the rules accept the typed values; if not, shows the refusal and focuses its first field. */
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
