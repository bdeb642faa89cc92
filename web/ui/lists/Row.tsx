import ChevronRight from 'lucide-react/icons/chevron-right';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import s from './Row.module.css';
import { type RowAction, RowActions } from './RowActions.tsx';

/** Class of a table's line: its ground under the pointer, and how dark its actions are. */
export const rowShade = s.shade;

/** Class of a list's element that holds a row: its height, its edges, and its ground under the pointer. */
export const rowLine = cx(s.line, s.shade);

interface RowProps {
  /** Avatar or {@link RowIcon} of 36 px. */
  face: ReactNode;
  title: ReactNode;
  /** Whole title as text: the name of the actions' menu, and the tooltip of a title that is cut. */
  name: string;
  /** Colour of the title. */
  colour?: string | undefined;
  /** Tags and notes after the title. */
  marks?: ReactNode;
  /** Second line. */
  text?: ReactNode;
  /** Whether long texts wrap, where they must not be cut. */
  wraps?: boolean;
  /** Content before the actions. */
  aside?: ReactNode;
  actions?: readonly (RowAction | false)[];
  /** For a row that opens on a panel: whether it is open, and the panel's id. */
  opens?: { open: boolean; panel: string; toggle: () => void };
}

/** Row of a list: a face, a name with a second line below, and quiet actions; under 640 px these become a menu. */
export function Row({ face, title, name, colour, marks, text, wraps, aside, actions = [], opens }: RowProps) {
  const content = (
    <>
      {face}
      <span className={s.texts} data-wraps={wraps}>
        <span className={s.first}>
          <span className={s.title} dir="auto" title={name} style={{ color: colour }}>
            {title}
          </span>
          {marks}
        </span>
        {text && <span className={s.second}>{text}</span>}
      </span>
      {aside}
    </>
  );
  return (
    <>
      {opens ? (
        <button
          type="button"
          className={s.opener}
          aria-expanded={opens.open}
          aria-controls={opens.open ? opens.panel : undefined}
          onClick={opens.toggle}
        >
          <ChevronRight className={s.chevron} aria-hidden="true" />
          {content}
        </button>
      ) : (
        <div className={s.row}>{content}</div>
      )}
      <RowActions of={name} actions={actions} />
    </>
  );
}

/** Face of a row that is no person and no place: an icon. */
export const RowIcon = ({ children, colour }: { children: ReactNode; colour?: string }) => (
  <span
    className={s.icon}
    aria-hidden="true"
    style={
      colour === undefined
        ? undefined
        : { color: colour, background: `color-mix(in srgb, currentcolor 14%, transparent)` }
    }
  >
    {children}
  </span>
);

/** Faint words after a row's title. */
export const RowNote = ({ children, title }: { children: ReactNode; title?: string }) => (
  <span className={s.note} title={title}>
    {children}
  </span>
);

/** Says why a row has no actions; on a phone, only a lock is visible. */
export const RowLocked = ({ children }: { children: ReactNode }) => (
  <span className={s.locked}>
    <Lock aria-hidden="true" />
    <span>{children}</span>
  </span>
);
