import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { useTranslation } from '../../platform/i18n.ts';
import { logFailure } from '../../platform/log.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LostIllustration } from '../../ui/illustrations.tsx';
import s from './FullPage.module.css';

/** In place of a page that broke: says so and offers to load it again. */
export function PageError() {
  const { t } = useTranslation('shell');
  const cause = useRouteError();
  useEffect(() => logFailure('The page cannot be shown', cause), [cause]);
  return (
    <main className={s.page} role="alert">
      <EmptyState
        heading
        illustration={<LostIllustration />}
        title={t('broken.title')}
        text={t('broken.text')}
        action={<Button onClick={() => location.reload()}>{t('broken.reload')}</Button>}
      />
    </main>
  );
}
