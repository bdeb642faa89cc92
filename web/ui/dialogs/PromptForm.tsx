import * as AlertDialog from 'radix-ui/alert-dialog';
import { useRef, useState } from 'react';
import { failureMessage } from '../../platform/server/api.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../fields/Button.tsx';
import { Field, TextAreaField } from '../fields/Field.tsx';
import { Form, hasIssues } from '../fields/Form.tsx';
import { PasswordField } from '../fields/PasswordField.tsx';
import d from '../overlays/Dialog.module.css';
import { Note } from '../pages/Note.tsx';
import {
  type FailureTexts,
  type PromptField,
  type PromptOptions,
  type PromptValues,
  runningPrompts,
} from './dialogs.ts';

interface PromptFormProps {
  options: PromptOptions;
  onAnswer: (values: PromptValues) => void;
}

function initial(fields: readonly PromptField[]): PromptValues {
  return Object.fromEntries(fields.map(field => [field.name, field.value ?? '']));
}

/**
 * Form of a `prompt`. Each attempt checks required fields first, then `validate`. A failure of `submit` is shown in the
 * form, so that the person can correct what they typed.
 */
export function PromptForm({ options, onAnswer }: PromptFormProps) {
  const { t } = useTranslation('ui');
  const [values, setValues] = useState(() => initial(options.fields));
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<Partial<FailureTexts> | null>(null);
  const form = useRef<HTMLFormElement>(null);

  function focus(field: PromptField | undefined) {
    const control = field && form.current?.elements.namedItem(field.name);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
    // Not every browser focuses an element when it is selected.
    control.focus();
    control.select();
  }

  function show(found: Partial<Record<string, string>>) {
    setErrors(found);
    focus(options.fields.find(field => found[field.name]));
  }

  async function submit() {
    const given = Object.fromEntries(
      options.fields.map(({ name, type }) => [
        name,
        type === 'password' ? (values[name] ?? '') : (values[name] ?? '').trim(),
      ]),
    );
    setFailure(null);
    const empty = options.fields.filter(field => (field.required ?? true) && !given[field.name]);
    if (empty.length > 0) return show(Object.fromEntries(empty.map(field => [field.name, t('requiredError')])));
    const found = options.validate?.(given);
    const byName = typeof found === 'string' ? { [options.fields[0]?.name ?? '']: found } : (found ?? {});
    if (Object.values(byName).some(Boolean)) return show(byName);
    try {
      runningPrompts.add(options);
      await options.submit?.(given);
    } catch (cause) {
      if (hasIssues(cause)) throw cause;
      setFailure(options.failure?.(cause) ?? { text: failureMessage(cause) });
      return focus(options.fields[0]);
    } finally {
      runningPrompts.delete(options);
    }
    onAnswer(given);
  }

  return (
    <Form ref={form} className={d.form} onSubmit={submit}>
      <div className={d.body}>
        {options.fields.map(({ type = 'text', value: _initial, ...field }, index) => {
          const shared = {
            ...field,
            value: values[field.name] ?? '',
            error: errors[field.name],
            required: field.required ?? true,
            'data-initial': index === 0 || undefined,
            onChange: (event: { target: { value: string } }) => {
              setValues(previous => ({ ...previous, [field.name]: event.target.value }));
              setErrors(previous => ({ ...previous, [field.name]: undefined }));
              setFailure(null);
            },
          };
          if (type === 'textarea') return <TextAreaField key={field.name} {...shared} />;
          if (type === 'password') return <PasswordField key={field.name} {...shared} />;
          return <Field key={field.name} {...shared} type={type} autoComplete="off" />;
        })}
        {failure && (
          <Note tone="danger" title={failure.title}>
            {failure.text}
            {failure.reason && <span className={d.reason}>{failure.reason}</span>}
          </Note>
        )}
      </div>
      <div className={d.footer}>
        <AlertDialog.Cancel asChild>
          <Button variant="secondary">{options.cancelLabel ?? t('cancel')}</Button>
        </AlertDialog.Cancel>
        <Button type="submit" variant={options.danger ? 'danger' : 'primary'}>
          {options.confirmLabel ?? t('confirm')}
        </Button>
      </div>
    </Form>
  );
}
