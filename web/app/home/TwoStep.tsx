import { Link } from 'react-router';
import { useMe } from '../../features/users/users.queries.ts';
import { useTranslation } from '../../platform/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { paths } from '../paths.ts';

/** Offers again what was begun and holds only once its code was typed: two-step; nothing otherwise. */
export function TwoStep() {
  const { t } = useTranslation('home', { keyPrefix: 'twoStep' });
  const me = useMe();
  if (!me?.doubleAuthentification || me.verification !== false) return null;
  const action = (
    <Button asChild size="sm" variant="outline">
      <Link to={paths.enableTwoStep}>{t('action')}</Link>
    </Button>
  );
  return (
    <Note title={t('title')} action={action}>
      {` ${t('text')}`}
    </Note>
  );
}
