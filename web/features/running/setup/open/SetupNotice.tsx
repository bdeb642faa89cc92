import Sprout from 'lucide-react/icons/sprout';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../../platform/address/paths.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import s from '../Setup.module.css';
import { useEndSetup, useSetup } from '../setup.queries.ts';
import './setup.texts.ts';

/** Query parameter of the administration that shows the first settings. */
export const firstParam = 'first';

/** Offers the first settings to an administrator of a new installation, in a banner that covers nothing. */
export function SetupNotice() {
  const { t } = useTranslation('setup', { keyPrefix: 'notice' });
  const { data } = useSetup();
  const end = useEndSetup();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = paths.personal('admin');
  const isThere = pathname === here && new URLSearchParams(search).has(firstParam);
  if (!data || data.isDone || isThere) return null;

  async function putOff() {
    await end.mutateAsync();
    alerts.info(t('putOff'));
  }

  return (
    <section className={s.notice} aria-label={t('begin')}>
      <Sprout aria-hidden="true" />
      <p className={s.text}>{t('text')}</p>
      <span className={s.buttons}>
        <Button size="sm" onClick={() => void navigate(`${here}?${firstParam}=1`)}>
          {t('begin')}
        </Button>
        <Button size="sm" variant="ghost" onClick={putOff}>
          {t('later')}
        </Button>
      </span>
    </section>
  );
}
