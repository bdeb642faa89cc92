import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../cx.ts';
import { VisuallyHidden } from '../marks/VisuallyHidden.tsx';
import s from './Field.module.css';
import { useFieldIssue } from './Form.tsx';

/** Texts around a field. */
export interface FieldTexts {
  label: string;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** Content at the end of the label's line, such as a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** Error text, with what to do about it; also marks the control invalid. */
  error?: string | null;
  required?: boolean;
}

interface ControlProps {
  id: string;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldTexts {
  id?: string;
  /** Name of the control in its form; the server's issues with this name are shown here. */
  name?: string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** Label, hint and error around any control, which gets the id and ARIA attributes that link them. */
export function FieldFrame({
  id,
  name,
  label,
  hideLabel,
  aside,
  hint,
  error: ownError,
  required,
  className,
  children,
}: FieldFrameProps) {
  const { t } = useTranslation('ui');
  const issue = useFieldIssue(name);
  const error = ownError ?? issue;
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  const labelled = (
    <label htmlFor={controlId} className={s.label}>
      {label}
      {required && (
        <span className={s.required} aria-hidden="true" title={t('required')}>
          *
        </span>
      )}
    </label>
  );
  return (
    <div className={cx(s.field, className)}>
      {hideLabel ? (
        <VisuallyHidden>{labelled}</VisuallyHidden>
      ) : (
        <div className={s.top}>
          {labelled}
          {aside}
        </div>
      )}
      {children({
        id: controlId,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': cx(errorId, hintId) || undefined,
      })}
      {error && (
        <p className={s.error} id={errorId} role="alert">
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
      {hint && (
        <p className={s.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Props of a one-line field. */
export interface FieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'required' | 'size'> {
  /** Content inside the box, before and after the text. */
  icon?: ReactNode;
  end?: ReactNode;
  size?: 'md' | 'lg';
}

/** Field for one line of text. Takes every attribute of an input, `ref` included. */
export function Field({
  label,
  hideLabel,
  aside,
  hint,
  error,
  required,
  id,
  icon,
  end,
  size = 'lg',
  className,
  ...rest
}: FieldProps) {
  return (
    <FieldFrame {...{ id, name: rest.name, label, hideLabel, aside, hint, error, required, className }}>
      {control => (
        <div className={cx(s.box, s[size], Boolean(icon) && s.withIcon, Boolean(end) && s.withEnd)}>
          {icon && <span className={s.icon}>{icon}</span>}
          <input className={s.control} {...control} {...rest} />
          {end && <span className={s.end}>{end}</span>}
        </div>
      )}
    </FieldFrame>
  );
}

/** Props of a field of several lines. */
export interface TextAreaFieldProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'required'> {}

/** Field for several lines of text. Takes every attribute of a textarea, `ref` included. */
export function TextAreaField({
  label,
  hideLabel,
  aside,
  hint,
  error,
  required,
  id,
  className,
  rows = 3,
  ...rest
}: TextAreaFieldProps) {
  return (
    <FieldFrame {...{ id, name: rest.name, label, hideLabel, aside, hint, error, required, className }}>
      {control => <textarea className={cx(s.control, s.area)} rows={rows} {...control} {...rest} />}
    </FieldFrame>
  );
}
