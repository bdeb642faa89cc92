import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** Where the header shows what the page adds to it. */
export const HeaderSlot = createContext<HTMLElement | null>(null);

/** Shows buttons of the page in the shell's header, before the members' one. */
export function HeaderActions({ children }: { children: ReactNode }) {
  const slot = use(HeaderSlot);
  return slot && createPortal(children, slot);
}
