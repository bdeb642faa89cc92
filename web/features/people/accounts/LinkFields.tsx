import { limits } from '@palabre/common/contract/fields.ts';
import type { FocusEvent } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { notice } from '../../../ui/dialogs/dialogs.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { type LinkField, wrongLink } from './profile.rules.ts';

interface LinkFieldsProps {
  values: Record<LinkField, string>;
  onChange: (field: LinkField, value: string) => void;
}

const fields = [
  ['linkedinProfile', 'linkedin', 'linkedinExample'],
  ['githubProfile', 'github', 'githubExample'],
] as const;

/** Shows the LinkedIn and GitHub fields: on blur, an invalid link is cleared and a notice says why. */
export function LinkFields({ values, onChange }: LinkFieldsProps) {
  const { t } = useTranslation('accounts');

  function leave(field: LinkField, { currentTarget }: FocusEvent<HTMLInputElement>) {
    // The window lost focus, not the field: the user is still typing.
    if (document.activeElement === currentTarget) return;
    const wrong = wrongLink(field, values[field]);
    if (!wrong) return;
    onChange(field, '');
    void notice({ type: 'error', title: t(wrong[0]), text: t(wrong[1]) });
  }

  return fields.map(([field, label, example]) => (
    <Field
      key={field}
      label={t(label)}
      name={field}
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={limits.link}
      placeholder={t(example)}
      value={values[field]}
      onChange={event => onChange(field, event.target.value)}
      onBlur={event => leave(field, event)}
    />
  ));
}
