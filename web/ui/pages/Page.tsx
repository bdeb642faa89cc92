import { createContext, type ReactNode, useContext, useState } from 'react';
import { Button } from '../fields/Button.tsx';
import { whenSeen } from '../lists/when-seen.ts';
import s from './Page.module.css';

const Foot = createContext<HTMLElement | null>(null);

/** Returns the element at the foot of the surrounding page, which stays in view; null outside a page. */
export const useFoot = (): HTMLElement | null => useContext(Foot);

/** Page that scrolls as a whole, above its foot. */
export function Page({ children }: { children: ReactNode }) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <div className={s.page}>
      <Foot value={foot}>{children}</Foot>
      <div ref={setFoot} className={s.foot} />
    </div>
  );
}

/** Column of a readable width. */
export const Column = ({ children }: { children: ReactNode }) => <section className={s.column}>{children}</section>;

interface PageHeadProps {
  title: string;
  level?: 'h1' | 'h2';
  lead?: string | undefined;
  /** Buttons at the end of the title's line. */
  children?: ReactNode;
}

/** Title of a page, with a lead. */
export function PageHead({ title, level: Title = 'h1', lead, children }: PageHeadProps) {
  return (
    <header className={s.head}>
      <div className={s.titles}>
        <Title className={s.title}>{title}</Title>
        {lead && <p className={s.lead}>{lead}</p>}
      </div>
      {children}
    </header>
  );
}

/** Search field above a page's list. */
export const PageSearch = ({ children }: { children: ReactNode }) => <div className={s.search}>{children}</div>;

/** Text in place of a page's list. */
export const PageNone = ({ children }: { children: ReactNode }) => <div className={s.none}>{children}</div>;

interface MoreProps {
  /** Fetches the next page; undefined on the last. */
  more: (() => void) | undefined;
  /** Refetches a failed page; only a press of the button does so. */
  again?: (() => void) | undefined;
  isLoading: boolean;
  children: ReactNode;
}

/** Button at the end of an infinite list; the next page is also fetched when the button comes into view. */
export function More({ more, again, isLoading, children }: MoreProps) {
  if (!more && !again && !isLoading) return null;
  return (
    <div className={s.more} ref={whenSeen(more)}>
      <Button variant="outline" loading={isLoading} onClick={more ?? again}>
        {children}
      </Button>
    </div>
  );
}
