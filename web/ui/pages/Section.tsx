import type { ReactNode } from 'react';
import { Column, PageHead } from './Page.tsx';
import s from './Section.module.css';

interface SectionProps {
  heading: string;
  lead?: string;
  /** What one does here, at the end of the heading's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of the settings: its heading, and its content in a column that is easy to read. */
export function Section({ heading, lead, actions, children }: SectionProps) {
  return (
    <Column>
      <PageHead title={heading} lead={lead}>
        {actions}
      </PageHead>
      {children}
    </Column>
  );
}

/** A framed part of a section. */
export function Card({ children, tone }: { children: ReactNode; tone?: 'danger' }) {
  return (
    <div className={s.card} data-tone={tone}>
      {children}
    </div>
  );
}

/** What a card ends with: its buttons; before them what is to be said of it, if anything (`data-said`). */
export function CardFooter({ children }: { children: ReactNode }) {
  return <footer className={s.footer}>{children}</footer>;
}
