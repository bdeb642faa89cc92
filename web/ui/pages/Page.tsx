import type { ReactNode } from 'react';
import { Button } from '../fields/Button.tsx';
import { whenSeen } from '../lists/when-seen.ts';
import s from './Page.module.css';

/** A page that scrolls as a whole. */
export const Page = ({ children }: { children: ReactNode }) => <div className={s.page}>{children}</div>;

/** Content in a column that is easy to read. */
export const Column = ({ children }: { children: ReactNode }) => <section className={s.column}>{children}</section>;

interface PageHeadProps {
  title: string;
  level?: 'h1' | 'h2';
  lead?: string | undefined;
  /** What one does here, at the end of the title's line. */
  children?: ReactNode;
}

/** What a page is called and is for. */
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

/** The search of what a page lists. */
export const PageSearch = ({ children }: { children: ReactNode }) => <div className={s.search}>{children}</div>;

/** What a page says instead of its list. */
export const PageNone = ({ children }: { children: ReactNode }) => <div className={s.none}>{children}</div>;

interface MoreProps {
  /** Asks for the next ones, when there are. */
  more: (() => void) | undefined;
  isLoading: boolean;
  children: ReactNode;
}

/** The end of a list that goes on: what follows is asked for as soon as it is seen, or by its button. */
export function More({ more, isLoading, children }: MoreProps) {
  if (!more && !isLoading) return null;
  return (
    <div className={s.more} ref={whenSeen(more)}>
      <Button variant="outline" loading={isLoading} onClick={more}>
        {children}
      </Button>
    </div>
  );
}
