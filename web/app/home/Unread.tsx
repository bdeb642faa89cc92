import { useTranslation } from '../../platform/words/i18n.ts';
import s from './Home.module.css';
import { KnownCard } from './Places.tsx';
import type { KnownPlace } from './usePlaces.ts';

/** Lists the places with unread messages; renders nothing without any. */
export function Unread({ places, userId }: { places: readonly (KnownPlace & { count: number })[]; userId: string }) {
  const { t } = useTranslation('home');
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="home-unread">
      <h2 className={s.heading} id="home-unread">
        {t('unread')}
      </h2>
      <ul className={s.cards}>
        {places.map(({ count, ...place }) => (
          <KnownCard key={place.id} place={place} userId={userId} count={count} />
        ))}
      </ul>
    </section>
  );
}
