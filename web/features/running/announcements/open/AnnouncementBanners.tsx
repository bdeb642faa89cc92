import Info from 'lucide-react/icons/info';
import Megaphone from 'lucide-react/icons/megaphone';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { VisuallyHidden } from '../../../../ui/marks/VisuallyHidden.tsx';
import s from '../Announcements.module.css';
import { useAnnouncements, useDismiss } from '../announcements.queries.ts';
import './announcements.texts.ts';

/** Maximum delay of a browser's timer. */
const timerMsMax = 2 ** 31 - 1;

/** Returns the current time, and re-renders at the next of these ends. */
function useNowAtEnds(ends: readonly number[]): number {
  const [now, setNow] = useState(Date.now);
  const next = Math.min(...ends.filter(end => end > now));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, next - Date.now()) + 1, timerMsMax));
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}

/** Shows the administrators' announcements, until their end, or until the person dismisses them. */
export function AnnouncementBanners() {
  const { t } = useTranslation('announcements');
  const all = useAnnouncements()?.announcements ?? [];
  const dismiss = useDismiss();
  const now = useNowAtEnds(all.map(({ endsAt }) => Date.parse(endsAt)));
  const shown = all.filter(({ endsAt }) => Date.parse(endsAt) > now);
  return (
    <section className={s.banners} aria-label={t('region')} aria-live="polite" hidden={shown.length === 0}>
      {shown.map(({ _id, text, kind }) => (
        <div key={_id} className={s.banner} data-kind={kind}>
          {kind === 'important' ? <Megaphone aria-hidden="true" /> : <Info aria-hidden="true" />}
          <p className={s.text}>
            {kind === 'important' && <VisuallyHidden>{t('kinds.important')} </VisuallyHidden>}
            {text}
          </p>
          <IconButton label={t('dismiss')} size="sm" side="left" onClick={() => dismiss.mutate(_id)}>
            <X />
          </IconButton>
        </div>
      ))}
    </section>
  );
}
