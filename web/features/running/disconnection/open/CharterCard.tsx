import { formatDate } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Subject } from '../../../../ui/pages/Section.tsx';
import s from '../Disconnection.module.css';
import { useCharter } from '../disconnection.queries.ts';
import './disconnection.texts.ts';

/** Shows the charter of disconnection, if there is one. */
export function CharterCard() {
  const { t } = useTranslation('disconnection', { keyPrefix: 'charter' });
  const { data: charter } = useCharter();
  if (!charter) return null;
  return (
    <Subject heading={t('heading')} hint={t('updated', { date: formatDate(charter.updatedAt) })}>
      <p className={s.charter} dir="auto">
        {charter.text}
      </p>
    </Subject>
  );
}
