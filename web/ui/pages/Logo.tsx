import { usePlace } from '../../platform/place-settings.ts';
import { i18n } from '../../platform/words/i18n.ts';
import s from './Logo.module.css';

/** Logo: a tree in the form of a speech bubble. `trunk` is the background's colour. */
export function Logo({ size = 40, trunk = 'var(--bar)' }: { size?: number; trunk?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" fill="none" aria-hidden="true">
      <path
        d="M24 4C12.4 4 4 10.9 4 19.4c0 8 7.2 14 16.5 14.5L20 43.2c0 .9 1 1.4 1.7.8l5.1-4.6c.8-.7 1.2-1.7 1.2-2.8v-2.8C37 33 44 27.2 44 19.4 44 10.9 35.6 4 24 4Z"
        fill="var(--accent-strong)"
      />
      <path d="M24 34V18m0 7-6-5m6 1 5.5-5" stroke={trunk} strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}

/** Logo with the name of the place, for the pages before sign-in. */
export function Wordmark({ size = 44, tone = 'bar' }: { size?: number; tone?: 'bar' | 'page' }) {
  const { name, logo } = usePlace(({ settings }) => settings) ?? {};
  return (
    <span className={s.wordmark} data-tone={tone} style={{ fontSize: size * 0.55 }}>
      {logo ? (
        <img className={s.picture} src={logo} width={size} height={size} alt="" />
      ) : (
        <Logo size={size} trunk={tone === 'bar' ? 'var(--bar)' : 'var(--canvas)'} />
      )}
      <span className={s.name}>{name ?? i18n.t('appName')}</span>
    </span>
  );
}
