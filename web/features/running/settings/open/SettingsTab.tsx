import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { BoundsCard } from '../BoundsCard.tsx';
import { CreationCard } from '../CreationCard.tsx';
import { HelpCard } from '../HelpCard.tsx';
import { HistoryCard } from '../HistoryCard.tsx';
import { IdentityCard } from '../IdentityCard.tsx';
import s from '../Settings.module.css';
import { type ReadSettings, useSettings } from '../settings.queries.ts';
import './settings.texts.ts';

/** What each card of settings is given. */
export interface CardProps {
  read: ReadSettings;
  onUnsaved: (card: string, unsaved: boolean) => void;
}

/**
 * Shows « Réglages » to administrators: a card for each subject, saved on its own, and the history.
 * @param onUnsaved told whether any card has unsaved changes, so that leaving the tab asks first
 */
export function SettingsTab({ onUnsaved }: { onUnsaved: (unsaved: boolean) => void }) {
  const { t } = useTranslation('placeSettings');
  const { data, isError, refetch } = useSettings();
  const [cards, setCards] = useState<ReadonlySet<string>>(new Set());
  const tell = useCallback(
    (card: string, unsaved: boolean) =>
      setCards(old => {
        if (old.has(card) === unsaved) return old;
        return new Set(unsaved ? [...old, card] : [...old].filter(other => other !== card));
      }),
    [],
  );
  const unsaved = cards.size > 0;
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
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
      <IdentityCard read={data} onUnsaved={tell} />
      <HelpCard read={data} onUnsaved={tell} />
      <CreationCard read={data} onUnsaved={tell} />
      <BoundsCard read={data} onUnsaved={tell} />
      <HistoryCard />
    </div>
  );
}
