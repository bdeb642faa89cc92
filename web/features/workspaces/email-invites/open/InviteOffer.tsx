import UserPlus from 'lucide-react/icons/user-plus';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import s from './InviteOffer.module.css';
import '../email-invites.texts.ts';

interface InviteOfferProps {
  onAccept: () => void;
  onPutOff: () => void;
}

/** Shows « Invitez votre équipe » to a person who is alone in a workspace. */
export function InviteOffer({ onAccept, onPutOff }: InviteOfferProps) {
  const { t } = useTranslation('emailInvites', { keyPrefix: 'offer' });
  return (
    <section className={s.offer} aria-label={t('title')}>
      <h3 className={s.offered}>{t('title')}</h3>
      <p>{t('text')}</p>
      <div className={s.choices}>
        <Button icon={<UserPlus />} onClick={onAccept}>
          {t('invite')}
        </Button>
        <Button variant="ghost" onClick={onPutOff}>
          {t('later')}
        </Button>
      </div>
    </section>
  );
}
