import { Link } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';

/** Asks whether the visitor has an account, with the link to sign in. */
export function LoginLink() {
  const { t } = useTranslation('users');
  return (
    <>
      {t('register.hasAccount')} <Link to={paths.login}>{t('register.toLogin')}</Link>
    </>
  );
}
