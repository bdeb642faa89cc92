import { limits } from '@palabre/common/contract/fields.ts';
import type { RefObject } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { CodeField } from '../../../../ui/fields/CodeField.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import s from './CodeEntry.module.css';
import type { Code } from './useCode.ts';

interface CodeEntryProps {
  /** Address that received the code. */
  email: string;
  code: Code;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  ref?: RefObject<HTMLInputElement | null>;
}

/** Tells whether a typed code is long enough to be checked. */
export const maybeCode = (value: string): boolean => value.length >= limits.codeMin;

/** Shows where the code was sent, the code field, and the button that sends another code. */
export function CodeEntry({ email, code: { sending, wait, send }, value, onChange, error, ref }: CodeEntryProps) {
  const { t } = useTranslation('otp');
  const told = {
    sending: () => t('sending'),
    sent: () => t(sending.state === 'sent' && sending.again ? 'resent' : 'sent', { email }),
    refused: () => '',
    failed: () => '',
  };
  return (
    <>
      <p className={s.told} role="status">
        {told[sending.state]()}
      </p>
      {sending.state === 'refused' && <Note tone="warning">{t('tooMany', { count: sending.minutes })}</Note>}
      {sending.state === 'failed' && <Note tone="danger" title={t('notSent')}>{` ${sending.why}`}</Note>}
      <CodeField
        ref={ref}
        name="code"
        label={t('code')}
        length={limits.codeLength}
        value={value}
        onChange={onChange}
        error={error}
        autoFocus
      />
      <div className={s.again}>
        <span>{t('spam')}</span>
        <Button variant="ghost" size="sm" disabled={wait > 0 || sending.state === 'sending'} onClick={send}>
          {wait > 0 && sending.state !== 'refused' ? t('resendIn', { count: wait }) : t('resend')}
        </Button>
      </div>
    </>
  );
}
