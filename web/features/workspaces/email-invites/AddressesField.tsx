import { limits } from '@palabre/common/contract/fields.ts';
import { readAddresses } from '@palabre/common/rules/people/addresses.ts';
import { isEmail } from '@palabre/common/rules/people/email.ts';
import X from 'lucide-react/icons/x';
import type { RefObject } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { cx } from '../../../ui/cx.ts';
import { FieldFrame } from '../../../ui/fields/Field.tsx';
import c from '../../../ui/marks/Chip.module.css';
import s from './Addresses.module.css';

/** Addresses of a form: the addresses read so far, and the text being typed. */
export interface Addresses {
  read: readonly string[];
  typed: string;
}

/** Tells whether an address can be sent. */
export const isRight = (email: string): boolean => email.length <= limits.email && isEmail(email);

/** Parses the typed text into addresses, after the earlier ones. */
export const takeTyped = ({ read, typed }: Addresses): Addresses => ({
  read: [...new Set([...read, ...readAddresses(typed)])],
  typed: '',
});

interface AddressesFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  value: Addresses;
  onChange: (value: Addresses) => void;
  error: string | null;
}

/** Field for addresses, typed or pasted: each becomes a chip, marked if it is no valid address. */
export function AddressesField({ field, value, onChange, error }: AddressesFieldProps) {
  const { t } = useTranslation('emailInvites');
  const { read, typed } = value;
  const take = () => onChange(takeTyped(value));
  const remove = (email: string) => {
    onChange({ ...value, read: read.filter(one => one !== email) });
    field.current?.focus();
  };
  return (
    <FieldFrame label={t('field')} name="emails" hint={t('hint')} error={error}>
      {control => (
        <div className={s.box}>
          {read.length > 0 && (
            <ul className={s.chips} aria-label={t('chosen', { count: read.length })}>
              {read.map(email => (
                <li key={email}>
                  <button
                    type="button"
                    className={cx(c.chip, !isRight(email) && s.wrong)}
                    aria-label={t('remove', { email: isRight(email) ? email : t('wrong', { email }) })}
                    onClick={() => remove(email)}
                  >
                    <span className={c.name}>{email}</span>
                    <X aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <textarea
            ref={field}
            className={s.input}
            rows={read.length > 0 ? 1 : 3}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={read.length > 0 ? undefined : t('placeholder')}
            {...control}
            value={typed}
            onChange={({ target }) => onChange({ read, typed: target.value })}
            onPaste={event => {
              event.preventDefault();
              onChange(takeTyped({ read, typed: `${typed} ${event.clipboardData.getData('text/plain')}` }));
            }}
            onKeyDown={event => {
              if (event.nativeEvent.isComposing) return;
              // Not on blur: chips inserted during a press would move the button away from it.
              if (event.key === 'Tab') take();
              const ends = ['Enter', ',', ';'].includes(event.key) || (event.key === ' ' && isRight(typed.trim()));
              if (ends) {
                event.preventDefault();
                take();
              }
              if (event.key === 'Backspace' && typed === '' && read.length > 0) {
                event.preventDefault();
                onChange({ read: read.slice(0, -1), typed: read.at(-1) ?? '' });
              }
            }}
          />
        </div>
      )}
    </FieldFrame>
  );
}
