import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LostIllustration } from '../../ui/illustrations.tsx';
import { paths } from '../paths.ts';
import s from './FullPage.module.css';
import { useTitle } from './title.ts';

/** Any address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  useTitle(t('notFound.title'));
  return (
    <main className={s.page}>
      <EmptyState
        heading
        illustration={<LostIllustration />}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Button asChild>
            <Link to={paths.workspaces}>{t('notFound.action')}</Link>
          </Button>
        }
      />
    </main>
  );
}
