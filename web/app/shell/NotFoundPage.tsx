import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LostIllustration } from '../../ui/illustrations.tsx';
import { paths } from '../paths.ts';
import s from './FullPage.module.css';
import { useTitle } from './title.ts';

/** Says that nothing is there; `heading`: the page has no other title. */
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

/** Any address that leads nowhere. */
export function NotFoundPage() {
  return (
    <main className={s.page}>
      <NotFound heading />
    </main>
  );
}
