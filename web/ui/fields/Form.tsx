import {
  type ComponentProps,
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
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
  busy: boolean;
  /** What the server found wrong, by field. */
  errors: ReadonlyMap<string, string>;
  /** A field says that it is there to show what concerns it; gives the way to say that it no longer is. */
  place: (name: string) => () => void;
}

const State = createContext<FormState | null>(null);

/** Whether the form around is being answered. */
export const useFormBusy = (): boolean => useContext(State)?.busy ?? false;

/** What the server found wrong with this field of the form around. */
export function useFieldIssue(name: string | undefined): string | undefined {
  const form = useContext(State);
  const place = form?.place;
  useEffect(() => (name && place ? place(name) : undefined), [name, place]);
  return name ? form?.errors.get(name) : undefined;
}

const issuesOf = (cause: unknown): ApiError['issues'] => (cause instanceof ApiError ? cause.issues : []);

/** Whether a failure says which fields are wrong. */
export const hasIssues = (cause: unknown): boolean => issuesOf(cause).length > 0;

/** The field that an issue is about: its path begins with the name. */
const fieldOf = ({ path }: { path: string }) => path.split('.')[0] ?? '';
const none: ReadonlyMap<string, string> = new Map();

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  ref?: RefObject<HTMLFormElement | null>;
  /** What the form does. It fails by throwing: what the server found wrong is then shown at each field of that name. */
  onSubmit: () => unknown;
  /** Where its fields go on showing what is saved: whether any of it was changed and not saved. */
  unsaved?: boolean;
}

/**
 * Every form: it is sent once however often it is submitted meanwhile, its submit button waits with it, and the server's
 * `issues` are shown at their fields until these are changed, those of no field above them. Why else it failed is told
 * by the alert of the call, or by `onSubmit` itself.
 */
export function Form({ ref, onSubmit, onChange, unsaved, children, ...rest }: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const element = ref ?? own;
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
      if (first instanceof HTMLElement) first.focus();
    }
  }

  const state = useMemo(() => ({ busy, errors, place }), [busy, errors, place]);
  const unplaced = [...errors].filter(([name]) => !places.current.get(name)).map(([, message]) => message);
  return (
    <form
      {...rest}
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
        // A form in a dialog is inside the page's own form for React.
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
