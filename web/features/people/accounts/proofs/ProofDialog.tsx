import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { PasswordField } from '../../../../ui/fields/PasswordField.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { CodeEntry } from '../../otp/open/CodeEntry.tsx';
import { useAccount } from '../open/accounts.queries.ts';
import '../../otp/open/otp.texts.ts';
import { type AskedProof, answerProof } from './asked-proof.ts';
import s from './Proofs.module.css';
import { useProveAddress, useReauthenticate } from './proofs.queries.ts';
import './proofs.texts.ts';
import { useCodeForm } from './useCodeForm.ts';
import { usePasswordForm } from './usePasswordForm.ts';

/** Chooses the means of a proof: a code for an address and for an account without password, else the password. */
const meansOf = ({ proof }: AskedProof, user: SelfUser) =>
  proof === 'address' || user.passwordless ? 'code' : 'password';

/** Asks for a proof. Escape, a press outside and « Annuler » decline it. */
export function ProofDialog({ asked }: { asked: AskedProof }) {
  const { t } = useTranslation('proofs');
  const { data: user, isError, refetch } = useAccount();
  const identity = useReauthenticate();
  const address = useProveAddress();
  const means = user && meansOf(asked, user);
  const byPassword = usePasswordForm(password => identity.mutateAsync({ password }));
  const byCode = useCodeForm(means === 'code' ? user : null, t(`${asked.proof}.wrong`), async ({ _id: id }, code) => {
    if (asked.proof === 'identity') return identity.mutateAsync({ code });
    await address.mutateAsync({ id, code });
    alerts.success(t('address.done'));
  });
  const form = means === 'code' ? byCode : byPassword;
  const giveUp = () => answerProof(false);

  async function submit() {
    if (means && (await form.submit())) answerProof(true);
  }

  const texts = {
    identity: { title: t('identity.title'), lead: t(means === 'code' ? 'identity.leadCode' : 'identity.lead') },
    address: asked.first
      ? { title: t('address.titleFirst'), lead: t('address.leadFirst') }
      : { title: t('address.title'), lead: t('address.lead') },
  }[asked.proof];
  const footer = (
    <>
      <Button variant="secondary" onClick={giveUp}>
        {t('cancel')}
      </Button>
      <Button type="submit" disabled={!means || !form.ready}>
        {t(`${asked.proof}.confirm`)}
      </Button>
    </>
  );
  const again = (
    <Button variant="outline" size="sm" onClick={() => void refetch()}>
      {t('common:retry')}
    </Button>
  );

  return (
    <Dialog size="sm" onClose={giveUp} title={texts.title} description={texts.lead} onSubmit={submit} footer={footer}>
      {user && means === 'code' && <CodeEntry email={user.email} {...byCode.entry} />}
      {user && means === 'password' && (
        <>
          {/* Names the account to password managers. */}
          <input type="email" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField label={t('identity.password')} {...byPassword.entry} autoFocus />
        </>
      )}
      {!user && isError && (
        <Note tone="danger" action={again}>
          {t('failedToLoad')}
        </Note>
      )}
      {!user && !isError && (
        <SkeletonGroup className={s.waiting}>
          <Skeleton width="40%" height={20} />
          <Skeleton width="100%" height={44} />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}
