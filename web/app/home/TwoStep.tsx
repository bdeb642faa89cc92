import { Link } from 'react-router';
import { useMe } from '../../features/people/users/open/users.queries.ts';
import { paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Note } from '../../ui/pages/Note.tsx';

/** Offers to finish two-step sign-in, if it was turned on but not yet confirmed with a code. */
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
