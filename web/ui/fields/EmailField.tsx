import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';

/** The e-mail of an account: a keyboard for it on a phone, kept by password managers, never corrected. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  return (
    <Field type="email" inputMode="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
  );
}
