import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Badge } from '../../../../ui/marks/Badge.tsx';
import { VisuallyHidden } from '../../../../ui/marks/VisuallyHidden.tsx';
import s from './UnreadSign.module.css';
import type { Signs } from './unread.queries.ts';

/**
 * Shows the number of pending messages on an icon, or a dot for unread messages without a count; nothing when all is
 * read.
 */
export function UnreadSign({ unread, count, kind }: Signs & { kind: 'mentions' | 'messages' }) {
  const { t } = useTranslation('unread');
  if (count > 0) return <Badge className={s.count} count={count} label={t(kind, { count })} />;
  if (!unread) return null;
  return (
    <span className={s.dot}>
      <VisuallyHidden>{t('unread')}</VisuallyHidden>
    </span>
  );
}
