import { Link } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { useTitle } from '../../platform/address/title.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import s from '../../ui/pages/FullPage.module.css';
import { LostIllustration } from '../../ui/pages/illustrations.tsx';
import { LonePage } from '../../ui/pages/LonePage.tsx';

/** Returns the title, text and illustration that both pages below show. */
function useNotFound() {
  const { t } = useTranslation('shell');
  useTitle(t('notFound.title'));
  return {
    illustration: <LostIllustration />,
    title: t('notFound.title'),
    text: t('notFound.text'),
    action: (
      <Button asChild>
        <Link to={paths.workspaces}>{t('notFound.action')}</Link>
      </Button>
    ),
  };
}

/** Says, in the frame, that the page does not exist. */
export const NotFound = () => (
  <div className={s.page}>
    <EmptyState {...useNotFound()} />
  </div>
);

/** Page of an unknown address. */
export const NotFoundPage = () => <LonePage {...useNotFound()} />;
