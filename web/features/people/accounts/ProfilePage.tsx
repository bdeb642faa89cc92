import { useTitle } from '../../../platform/address/title.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { EmptyState } from '../../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../../ui/pages/illustrations.tsx';
import { Card, Section } from '../../../ui/pages/Section.tsx';
import { CharterCard } from '../../running/disconnection/open/CharterCard.tsx';
import { HoursCards } from '../availability/open/HoursCards.tsx';
import { YourData } from '../personal-data/open/YourData.tsx';
import s from './Accounts.module.css';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useAccount } from './open/accounts.queries.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { TwoStepCode } from './TwoStepCode.tsx';
import './accounts.texts.ts';

/**
 * Shows « Mon Profil »: the user's identity and links, two-step, password, sessions, and their data. The accounts
 * feature covers every change that users make to their own account, onboarding included; its requests are in
 * `open/accounts.queries.ts`, identity proofs in `proofs/`.
 */
export function ProfilePage() {
  const { t } = useTranslation('accounts');
  useTitle(t('heading'));
  const { data: user, isError, refetch } = useAccount();
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {user ? (
        <>
          <ProfileForm user={user} />
          {user.doubleAuthentification && !user.verification && <TwoStepCode user={user} />}
        </>
      ) : (
        <Card>
          {isError ? (
            <EmptyState
              illustration={<LostIllustration />}
              title={t('failedToLoad')}
              action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
            />
          ) : (
            <SkeletonGroup className={s.waiting}>
              <Skeleton width={100} height={100} radius="50%" />
              {[96, 88, 92, 80].map(width => (
                <Skeleton key={width} width={`${width}%`} height={44} />
              ))}
            </SkeletonGroup>
          )}
        </Card>
      )}
      {user?.passwordless ? <NewPasswordForm user={user} /> : <PasswordForm userId={user?._id} email={user?.email} />}
      {user && <HoursCards user={user} />}
      <CharterCard />
      <SessionsCard />
      {user && <YourData userId={user._id} />}
    </Section>
  );
}
