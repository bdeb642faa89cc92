import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { logFailure } from '../../platform/device/log.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import s from '../../ui/pages/FullPage.module.css';
import { LostIllustration } from '../../ui/pages/illustrations.tsx';
import { LonePage } from '../../ui/pages/LonePage.tsx';

/** Returns the title, text and action that both pages below show, and logs the error. */
function usePageError() {
  const { t } = useTranslation('shell');
  const cause = useRouteError();
  useEffect(() => logFailure('The page cannot be shown', cause), [cause]);
  return {
    illustration: <LostIllustration />,
    title: t('broken.title'),
    text: t('broken.text'),
    action: <Button onClick={() => location.reload()}>{t('broken.reload')}</Button>,
  };
}

/** Shown in place of a page that threw an error; offers to reload. */
export const PageError = () => <LonePage role="alert" {...usePageError()} />;

/** Shown in the frame in place of a page that threw an error; offers to reload. */
export function InnerPageError() {
  return (
    <div className={s.page} role="alert">
      <EmptyState {...usePageError()} />
    </div>
  );
}
