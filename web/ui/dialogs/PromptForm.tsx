import { AlertDialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import d from '../Dialog.module.css';
import { Field, TextAreaField } from '../Field.tsx';
import { PasswordField } from '../PasswordField.tsx';
import type { PromptField, PromptOptions, PromptValues } from './dialogs.ts';

interface PromptFormProps {
  options: PromptOptions;
  onAnswer: (values: PromptValues) => void;
}

function initial(fields: readonly PromptField[]): PromptValues {
  return Object.fromEntries(fields.map(field => [field.name, field.value ?? '']));
}

/** The fields of a `prompt`, checked at each attempt: what is required first, then its own `validate`. */
export function PromptForm({ options, onAnswer }: PromptFormProps) {
  const { t } = useTranslation('ui');
  const [values, setValues] = useState(() => initial(options.fields));
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function show(found: Partial<Record<string, string>>) {
    setErrors(found);
    const first = options.fields.find(field => found[field.name]);
    const control = first && form.current?.elements.namedItem(first.name);
    if (control instanceof HTMLElement) control.focus();
  }

  async function submit() {
    if (busy) return;
    const given = Object.fromEntries(
      options.fields.map(({ name, type }) => [
        name,
        type === 'password' ? (values[name] ?? '') : (values[name] ?? '').trim(),
      ]),
    );
    const empty = options.fields.filter(field => (field.required ?? true) && !given[field.name]);
    if (empty.length > 0) {
      show(Object.fromEntries(empty.map(field => [field.name, t('requiredError')])));
      return;
    }
    setBusy(true);
    try {
      const found = await options.validate?.(given);
      const byName = typeof found === 'string' ? { [options.fields[0]?.name ?? '']: found } : (found ?? {});
      if (Object.values(byName).some(Boolean)) show(byName);
      else onAnswer(given);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      className={d.form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        event.stopPropagation();
        void submit();
      }}
    >
      <div className={d.body}>
        {options.fields.map(({ type = 'text', value: _initial, ...field }, index) => {
          const shared = {
            ...field,
            value: values[field.name] ?? '',
            error: errors[field.name],
            required: field.required ?? true,
            autoFocus: index === 0,
            onChange: (event: { target: { value: string } }) => {
              setValues(previous => ({ ...previous, [field.name]: event.target.value }));
              setErrors(previous => ({ ...previous, [field.name]: undefined }));
            },
          };
          if (type === 'textarea') return <TextAreaField key={field.name} {...shared} />;
          if (type === 'password') return <PasswordField key={field.name} {...shared} />;
          return <Field key={field.name} {...shared} type={type} autoComplete={field.autoComplete ?? 'off'} />;
        })}
      </div>
      <div className={d.footer}>
        <AlertDialog.Cancel asChild>
          <Button variant="secondary">{options.cancelLabel ?? t('cancel')}</Button>
        </AlertDialog.Cancel>
        <Button type="submit" variant={options.danger ? 'danger' : 'primary'} loading={busy}>
          {options.confirmLabel ?? t('confirm')}
        </Button>
      </div>
    </form>
  );
}
