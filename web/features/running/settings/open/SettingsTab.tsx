import type { ReactNode } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { BoundsCard } from '../BoundsCard.tsx';
import { CreationCard } from '../CreationCard.tsx';
import { HistoryCard } from '../HistoryCard.tsx';
import { PasswordsCard } from '../PasswordsCard.tsx';
import { SessionsCard } from '../SessionsCard.tsx';
import s from '../Settings.module.css';
import { useSettings } from '../settings.queries.ts';
import { TwoStepCard } from '../TwoStepCard.tsx';
import { HelpCard } from './HelpCard.tsx';
import { IdentityCard } from './IdentityCard.tsx';
import './settings.texts.ts';

/**
 * Shows « Réglages » to administrators: a card for each subject, saved on its own, and the history.
 * @param children cards of other features, before the history
 */
export function SettingsTab({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('placeSettings');
  const { data, isError, refetch } = useSettings();
  if (!data)
    return isError ? (
      <Note tone="danger" action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}>
        {t('failed')}
      </Note>
    ) : (
      <SkeletonGroup className={s.tab}>
        <Skeleton height={320} radius={10} />
        <Skeleton height={320} radius={10} />
      </SkeletonGroup>
    );
  return (
    <div className={s.tab}>
      <IdentityCard read={data} />
      <HelpCard read={data} />
      <CreationCard read={data} />
      <TwoStepCard read={data} />
      <SessionsCard read={data} />
      <PasswordsCard read={data} />
      <BoundsCard read={data} />
      {children}
      <HistoryCard />
    </div>
  );
}
