import { type ReactNode, useId } from 'react';
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

interface SubjectProps {
  heading: string;
  /** Level of the heading. */
  level?: 'h2' | 'h3';
  hint?: ReactNode;
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode;
  tone?: 'danger';
  children?: ReactNode;
  /** Content under the fields, from edge to edge: a list, a {@link CardFooter}. */
  end?: ReactNode;
}

/** Card of a subject of the settings: its title inside, its fields below. */
export function Subject({ heading, level: Heading = 'h2', hint, actions, tone, children, end }: SubjectProps) {
  const id = useId();
  return (
    <section className={s.card} data-tone={tone} data-fields={!end || undefined} aria-labelledby={id}>
      <div className={s.subject}>
        <header className={s.head}>
          <div className={s.titles}>
            <Heading className={s.heading} id={id}>
              {heading}
            </Heading>
            {hint && <p className={s.hint}>{hint}</p>}
          </div>
          {actions && <div className={s.actions}>{actions}</div>}
        </header>
        {children}
      </div>
      {end}
    </section>
  );
}

/** Subjects of a form, one below the other. */
export const Subjects = ({ children }: { children: ReactNode }) => <div className={s.subjects}>{children}</div>;

/** Fields side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={s.pair}>{children}</div>;

/** Footer of a card: its buttons, after a text about the card if there is one (`data-said`). */
export function CardFooter({ children }: { children: ReactNode }) {
  return <footer className={s.footer}>{children}</footer>;
}
