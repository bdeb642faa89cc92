import type { ReactNode } from 'react';
import { Column, PageHead } from './Page.tsx';
import s from './Section.module.css';

interface SectionProps {
  heading: string;
  lead?: string;
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Section of the settings: heading, and content in a column of a readable width. */
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

/** Framed part of a section. */
export function Card({ children, tone }: { children: ReactNode; tone?: 'danger' }) {
  return (
    <div className={s.card} data-tone={tone}>
      {children}
    </div>
  );
}

/** Footer of a card: its buttons, after a text about the card if there is one (`data-said`). */
export function CardFooter({ children }: { children: ReactNode }) {
  return <footer className={s.footer}>{children}</footer>;
}
