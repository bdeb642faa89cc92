import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';

/** Field for an account's e-mail address: phone keyboard for e-mail, password managers' username, no autocorrection. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  return (
    <Field type="email" inputMode="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
  );
}
