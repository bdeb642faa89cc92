import {
  type ComponentProps,
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { logFailure } from '../../platform/device/log.ts';
import { ApiError } from '../../platform/server/api.ts';
import { useOnce } from '../motion/once.ts';
import { Note } from '../pages/Note.tsx';
import s from './Form.module.css';

interface FormState {
  /** Id of the form's element, by which a button elsewhere in the page submits the form. */
  id: string;
  busy: boolean;
  /** The server's issues, by field. */
  errors: ReadonlyMap<string, string>;
  /** Registers a field that shows its own issues; returns the function that unregisters. */
  place: (name: string) => () => void;
}

const State = createContext<FormState | null>(null);

/** Tells whether the surrounding form is being submitted. */
export const useFormBusy = (): boolean => useContext(State)?.busy ?? false;

/** Focuses a form's control; for a hidden one, which Radix adds for the form, the control before it that people see. */
function focusControl(control: Element | RadioNodeList | null | undefined): void {
  if (!(control instanceof HTMLElement)) return;
  const seen = control.getAttribute('aria-hidden') === 'true' ? control.previousElementSibling : control;
  if (seen instanceof HTMLElement) seen.focus();
}

/** Focuses the field of this name in a form. */
export function focusField(form: HTMLFormElement | null | undefined, name: string): void {
  focusControl(form?.elements.namedItem(name));
}

/** Returns the id of the surrounding form's element. */
export const useFormId = (): string | undefined => useContext(State)?.id;

/** Returns the server's issue with this field of the surrounding form. */
export function useFieldIssue(name: string | undefined): string | undefined {
  const form = useContext(State);
  const place = form?.place;
  useEffect(() => (name && place ? place(name) : undefined), [name, place]);
  return name ? form?.errors.get(name) : undefined;
}

const issuesOf = (cause: unknown): ApiError['issues'] => (cause instanceof ApiError ? cause.issues : []);

/** Tells whether a failure has issues of fields. */
export const hasIssues = (cause: unknown): boolean => issuesOf(cause).length > 0;

/** Returns the name of an issue's field, which is the start of its path. */
const fieldOf = ({ path }: { path: string }) => path.split('.')[0] ?? '';
const none: ReadonlyMap<string, string> = new Map();

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  ref?: RefObject<HTMLFormElement | null>;
  /** Action of the form. If it throws, the failure's issues are shown at the fields of their names. */
  onSubmit: () => unknown;
  /** For a form whose fields keep showing saved values: whether any field has unsaved changes. */
  unsaved?: boolean;
}

/**
 * Form. It ignores further submissions until `onSubmit` has finished, and its submit button shows the wait. The server's
 * `issues` are shown at their fields until these change, or above the fields if they match none. Other failures are shown by
 * the call's alert or by `onSubmit` itself.
 */
export function Form({ ref, onSubmit, onChange, unsaved, children, ...rest }: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const element = ref ?? own;
  const id = useId();
  const places = useRef(new Map<string, number>());
  const [errors, setErrors] = useState(none);
  const [run, busy] = useOnce(onSubmit);

  const place = useCallback((name: string) => {
    places.current.set(name, (places.current.get(name) ?? 0) + 1);
    return () => void places.current.set(name, (places.current.get(name) ?? 1) - 1);
  }, []);

  async function submit() {
    setErrors(none);
    try {
      await run();
    } catch (cause) {
      const issues = issuesOf(cause);
      if (!(cause instanceof ApiError)) logFailure('The form could not be sent', cause);
      setErrors(new Map([...issues].reverse().map(issue => [fieldOf(issue), issue.message])));
      const controls = [...(element.current?.elements ?? [])];
      const first = controls.find(
        control =>
          control instanceof HTMLElement && issues.some(issue => fieldOf(issue) === control.getAttribute('name')),
      );
      focusControl(first);
    }
  }

  const state = useMemo(() => ({ id, busy, errors, place }), [id, busy, errors, place]);
  const unplaced = [...errors].filter(([name]) => !places.current.get(name)).map(([, message]) => message);
  return (
    <form
      {...rest}
      id={id}
      ref={element}
      noValidate
      data-kept={unsaved === false || undefined}
      onChange={event => {
        const { target } = event;
        const name = 'name' in target && typeof target.name === 'string' ? target.name : '';
        if (errors.has(name)) setErrors(new Map([...errors].filter(([other]) => other !== name)));
        onChange?.(event);
      }}
      onSubmit={event => {
        event.preventDefault();
        // React events bubble from a dialog's form to a page's form that renders the dialog.
        event.stopPropagation();
        void submit();
      }}
    >
      <State value={state}>
        {unplaced.length > 0 && (
          <div className={s.problems}>
            <Note tone="danger">{unplaced.join(' ')}</Note>
          </div>
        )}
        {children}
      </State>
    </form>
  );
}
