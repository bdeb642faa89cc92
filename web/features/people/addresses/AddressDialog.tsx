import { limits } from '@palabre/common/contract/fields.ts';
import { useState } from 'react';
import { atField } from '../../../platform/server/api.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { CodeField } from '../../../ui/fields/CodeField.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { hasIssues } from '../../../ui/fields/Form.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { isWrongCode } from '../otp/open/useTypedCode.ts';
import type { AddressChange } from './addresses.queries.ts';

interface AddressDialogProps {
  title: string;
  lead: string;
  /** Text key of the second step. */
  sent: 'sent' | 'sentOf';
  change: AddressChange;
  /** New address whose code is already awaited. */
  pending: string | null;
  onClose: () => void;
}

/** Codes of refusals that are about the new address. */
const aboutAddress = [
  'same_address',
  'address_not_accepted',
  'address_change_refused',
  'email_taken',
  'banned',
] as const;

/** Changes an address in two steps: the new address, then the code mailed to it. */
export function AddressDialog({ title, lead, sent, change, pending, onClose }: AddressDialogProps) {
  const { t } = useTranslation('addresses');
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState(pending);
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);

  async function ask() {
    try {
      const { message } = await change.ask(email.trim());
      alerts.info(message);
      setCode('');
      setSentTo(email.trim());
    } catch (cause) {
      const shown = atField(cause, 'email', aboutAddress);
      if (!hasIssues(shown)) tellFailure(cause);
      throw shown;
    }
  }

  async function confirm() {
    if (code.length < limits.codeMin) return;
    try {
      const { message } = await change.confirm(code);
      onClose();
      alerts.success(message);
    } catch (cause) {
      setWrong(isWrongCode(cause));
      tellFailure(cause);
      throw cause;
    }
  }

  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title={title}
      description={sentTo ? t(sent, { email: sentTo }) : lead}
      onSubmit={sentTo ? confirm : ask}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(sentTo ? 'later' : 'cancel')}
          </Button>
          <Button type="submit" disabled={sentTo ? code.length < limits.codeMin : email.trim() === ''}>
            {t(sentTo ? 'confirm' : 'send')}
          </Button>
        </>
      }
    >
      {sentTo ? (
        <>
          <CodeField
            label={t('code')}
            name="code"
            length={limits.codeLength}
            value={code}
            error={isWrong ? t('wrong') : null}
            onChange={typed => {
              setCode(typed);
              setWrong(false);
            }}
            autoFocus
          />
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setEmail(sentTo);
              setSentTo(null);
            }}
          >
            {t('other')}
          </Button>
        </>
      ) : (
        <Field
          label={t('email')}
          name="email"
          type="email"
          autoComplete={sent === 'sent' ? 'email' : 'off'}
          maxLength={limits.email}
          required
          value={email}
          onChange={event => setEmail(event.target.value)}
        />
      )}
    </Dialog>
  );
}
