import { limits } from '@palabre/common/contract/fields.ts';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { whenSeen } from '../lists/when-seen.ts';
import { Spinner } from '../marks/Spinner.tsx';
import s from './Combobox.module.css';
import { Field, type FieldTexts } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { Options, useOptions } from './Options.tsx';

/** An option of a combobox. */
export interface ComboboxOption {
  value: string;
  label: string;
}

interface ComboboxProps extends FieldTexts {
  name: string;
  chosen: ComboboxOption | null;
  onChoose: (option: ComboboxOption | null) => void;
  /** Called with the text to search; empty while nothing is typed. */
  onSearch: (typed: string) => void;
  /** Options found and fetched so far; undefined while unknown. */
  options: readonly ComboboxOption[] | undefined;
  /** Fetches the next page of options. */
  more: (() => void) | undefined;
  placeholder: string;
  /** Text shown when the search finds nothing, or fails. */
  none: string;
}

const unknown: readonly ComboboxOption[] = [];

/** Field to choose one of many options: searched by typing, chosen by keys or pointer, fetched page by page. */
export function Combobox({ chosen, onChoose, onSearch, options, more, placeholder, none, ...field }: ComboboxProps) {
  const { t } = useTranslation('ui');
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Typed text; null shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null);
  const search = (next: string | null) => {
    setTyped(next);
    proposed.reset();
    onSearch(next?.trim() ?? '');
  };
  const close = () => {
    setOpen(false);
    search(null);
  };
  const choose = (option: ComboboxOption | null) => {
    onChoose(option);
    close();
    input.current?.focus();
  };
  const proposed = useOptions({ options: isOpen ? (options ?? unknown) : null, onChoose: choose, onClose: close });

  function onKeyDown(event: KeyboardEvent): void {
    const opens = !isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp');
    if (opens) setOpen(true);
    // Enter closes the list first; a second Enter submits the form.
    else if (!proposed.press(event) && isOpen && event.key === 'Enter') close();
    else return;
    event.preventDefault();
  }

  return (
    <div className={s.combobox}>
      <Field
        {...field}
        ref={input}
        {...proposed.field}
        maxLength={limits.listSearch}
        placeholder={placeholder}
        value={typed ?? chosen?.label ?? ''}
        onChange={event => {
          setOpen(true);
          search(event.target.value);
        }}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
        end={
          chosen && (
            <IconButton
              label={t('clear')}
              size="sm"
              // The input must keep focus, since its blur closes the list.
              onMouseDown={event => event.preventDefault()}
              onClick={() => choose(null)}
            >
              <X />
            </IconButton>
          )
        }
      />
      {isOpen && (
        <Options
          {...proposed.list}
          label={field.label}
          keyOf={option => option.value}
          isChosen={option => option.value === chosen?.value}
          show={option => (
            <>
              <span className={s.label} dir="auto">
                {option.label}
              </span>
              {option.value === chosen?.value && <Check className={s.chosen} aria-hidden="true" />}
            </>
          )}
          none={
            <p className={s.none} role="status">
              {options ? none : <Spinner size={18} />}
            </p>
          }
          end={
            more && (
              <div ref={whenSeen(more)} className={s.none}>
                <Spinner size={16} label={null} />
              </div>
            )
          }
        />
      )}
    </div>
  );
}
