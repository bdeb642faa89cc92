import { VisuallyHidden as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

/** Text for screen readers alone. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <Primitive.Root>{children}</Primitive.Root>;
}
