import type { ReactNode } from 'react';
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
    <section className={s.section}>
      <header className={s.head}>
        <div className={s.titles}>
          <h2 className={s.heading}>{heading}</h2>
          {lead && <p className={s.lead}>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
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
