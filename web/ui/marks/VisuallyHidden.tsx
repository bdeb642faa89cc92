import * as Primitive from 'radix-ui/visually-hidden';
import type { ReactNode } from 'react';

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <Primitive.Root>{children}</Primitive.Root>;
}
