import { wrongCodes } from '@palabre/common/contract/errors.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useState } from 'react';
import { ApiError } from '../../../platform/server/api.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { CodeField } from '../../../ui/fields/CodeField.tsx';
import { Form } from '../../../ui/fields/Form.tsx';
import { CardFooter, Subject } from '../../../ui/pages/Section.tsx';
import s from './Accounts.module.css';
import { useSendCode, useVerifyTwoStep } from './open/accounts.queries.ts';

/** Verifies two-step that is on but unverified: a code field, and a button that sends another code. */
export function TwoStepCode({ user }: { user: SelfUser }) {
  const { t } = useTranslation('accounts', { keyPrefix: 'twoStep' });
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const send = useSendCode();
  const verify = useVerifyTwoStep();

  async function submit() {
    try {
      await verify.mutateAsync({ id: user._id, code });
      alerts.success(t('activated'));
    } catch (cause) {
      const isWrong = cause instanceof ApiError && wrongCodes.some(one => one === cause.code);
      setWrong(isWrong);
      if (!isWrong) tellFailure(cause);
      throw cause;
    }
  }

  async function ask() {
    const { message } = await send.mutateAsync(user);
    setCode('');
    alerts.info(message);
  }

  return (
    <Form onSubmit={submit}>
      <Subject
        heading={t('codeHeading')}
        hint={t('codeHint', { email: user.email })}
        end={
          <CardFooter>
            <Button variant="ghost" loading={send.isPending} onClick={ask}>
              {t('send')}
            </Button>
            <Button type="submit" disabled={code.length < limits.codeMin}>
              {t('verify')}
            </Button>
          </CardFooter>
        }
      >
        <div className={s.code}>
          <CodeField
            label={t('code')}
            name="code"
            length={limits.codeLength}
            value={code}
            error={wrong ? t('wrong') : null}
            onChange={value => {
              setCode(value);
              setWrong(false);
            }}
          />
        </div>
      </Subject>
    </Form>
  );
}
