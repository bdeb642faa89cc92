import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { type SessionUser, useSession } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { AuthPage } from '../users/open/AuthPage.tsx';
import { takeSelf } from '../users/open/take-self.ts';
import { CodeEntry, maybeCode } from './open/CodeEntry.tsx';
import { useCheckCode } from './otp.queries.ts';
import './open/otp.texts.ts';
import { useCode } from './open/useCode.ts';
import { useTypedCode } from './open/useTypedCode.ts';

type Frame = Pick<ComponentProps<typeof AuthPage>, 'title' | 'lead' | 'question' | 'link' | 'to' | 'after'>;

interface CodePageProps extends Frame {
  me: SessionUser;
  email: string;
  /** Called once the code is right, before the page knows of it. */
  onVerified?: () => void;
}

/** Asks for the code that verifies two-step, which is sent at once. */
export function CodePage({ me, email, onVerified, ...frame }: CodePageProps) {
  const { t } = useTranslation('otp');
  const client = useQueryClient();
  const token = useSession(state => state.token);
  const { value, entry, refuse } = useTypedCode();
  const check = useCheckCode();
  const code = useCode({ id: me._id, email, token });

  async function submit() {
    if (!maybeCode(value)) return;
    try {
      const { user } = await check.mutateAsync({ p_id: me._id, p_otp: value, p_option: '2FA', token });
      alerts.success(t('twoStep.activated'));
      onVerified?.();
      if (user) takeSelf(client, user);
    } catch (cause) {
      refuse(cause, t('twoStep.wrong'));
      throw cause;
    }
  }

  return (
    <AuthPage {...frame} onSubmit={submit} submit={t('submit')} disabled={!maybeCode(value)}>
      <CodeEntry email={email} code={code} {...entry} />
    </AuthPage>
  );
}
