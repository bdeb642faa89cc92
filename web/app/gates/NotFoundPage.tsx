import { Link } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { useTitle } from '../../platform/address/title.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import s from '../../ui/pages/FullPage.module.css';
import { LostIllustration } from '../../ui/pages/illustrations.tsx';

/** Says that the page does not exist; `heading` makes its title the page's h1. */
export function NotFound({ heading = false }: { heading?: boolean }) {
  const { t } = useTranslation('shell');
  useTitle(t('notFound.title'));
  return (
    <EmptyState
      heading={heading}
      illustration={<LostIllustration />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Button asChild>
          <Link to={paths.workspaces}>{t('notFound.action')}</Link>
        </Button>
      }
    />
  );
}

/** Page of an unknown address. */
export function NotFoundPage() {
  return (
    <main className={s.page}>
      <NotFound heading />
    </main>
  );
}
