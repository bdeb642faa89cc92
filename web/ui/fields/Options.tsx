import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import s from './Options.module.css';

interface OptionsInput<T> {
  /** Options to propose; null closes the list. */
  options: readonly T[] | null;
  onChoose: (option: T) => void;
  onClose: () => void;
}

const steps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Gives a field a list of options under it (ARIA combobox). Focus stays in the field, whose keys move through the
 * options.
 */
export function useOptions<T>({ options, onChoose, onClose }: OptionsInput<T>) {
  const id = useId();
  const [at, setAt] = useState(-1);
  const count = options?.length ?? 0;
  const active = at < count ? at : -1;

  return {
    /** Clears the active option, at a new search. */
    reset: () => setAt(-1),
    /** Props of the field. */
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': options !== null,
      'aria-controls': options ? id : undefined,
      // A dialog around leaves Escape to the list.
      'data-options': options !== null || undefined,
      'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
      autoComplete: 'off',
    },
    /** Props of `Options`. */
    list: { id, options: options ?? [], active, onPoint: setAt, onChoose },
    /** Handles a key of the field; returns false if the list does not use the key. */
    press(event: KeyboardEvent): boolean {
      const by = steps[event.key];
      const option = options?.[active];
      if (!options) return false;
      if (by) setAt(count > 0 ? (Math.max(active, by > 0 ? -1 : 0) + by + count) % count : -1);
      else if (event.key === 'Enter' && option !== undefined) onChoose(option);
      else if (event.key === 'Escape') onClose();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  } as const;
}

interface OptionsProps<T> {
  id: string;
  label: string;
  options: readonly T[];
  active: number;
  keyOf: (option: T) => string;
  isChosen?: (option: T) => boolean;
  onPoint: (index: number) => void;
  onChoose: (option: T) => void;
  /** Renders an option. */
  show: (option: T) => ReactNode;
  /** Content shown when there are no options. */
  none?: ReactNode;
  /** Content after the options. */
  end?: ReactNode;
}

/** List of `useOptions`, under its field; it is positioned relative to its parent. */
export function Options<T>({ id, label, options, active, show, none, end, ...rest }: OptionsProps<T>) {
  const { keyOf, isChosen = () => false, onPoint, onChoose } = rest;
  const popup = useRef<HTMLDivElement>(null);
  const hasAny = options.length > 0;

  // The list under a field at the bottom of the screen would be out of sight.
  useEffect(() => {
    if (hasAny) popup.current?.scrollIntoView?.({ block: 'nearest' });
  }, [hasAny]);
  useEffect(() => {
    popup.current?.querySelectorAll('[role="option"]')[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  return (
    <div ref={popup} className={s.popup}>
      {hasAny ? (
        // The list itself scrolls, so no box around it needs a tab stop: the field's keys move through it.
        <div id={id} role="listbox" aria-label={label} className={s.list}>
          {options.map((option, index) => (
            <div
              key={keyOf(option)}
              id={`${id}-${index}`}
              role="option"
              aria-selected={isChosen(option)}
              className={s.option}
              data-active={index === active || undefined}
              tabIndex={-1}
              onMouseMove={() => onPoint(index)}
              // The field must keep focus, for its keys.
              onMouseDown={event => {
                event.preventDefault();
                onChoose(option);
              }}
            >
              {show(option)}
            </div>
          ))}
        </div>
      ) : (
        none
      )}
      {end}
    </div>
  );
}
