import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../../platform/address/paths.ts';
import { usePlace } from '../../../../platform/place-settings.ts';
import { currentLanguage, setLanguage, useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Form } from '../../../../ui/fields/Form.tsx';
import { Wordmark } from '../../../../ui/pages/Logo.tsx';
import s from './AuthPage.module.css';
import { wholeErrorId } from './useAuthForm.ts';

interface AuthLayoutProps {
  title: string;
  lead: string;
  children: ReactNode;
  /** Link to the other page, under the form. */
  other?: ReactNode;
}

/**
 * Keeps the title in place from the first letter typed, or the first submission: an error then only lengthens the form
 * downwards, whereas an untouched form is centred. A resize of the window places it anew.
 */
function useHeldTitle(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = main.current;
    if (!element) return;
    const hold = () => {
      element.style.marginTop ||= getComputedStyle(element).marginTop;
    };
    const release = () => {
      element.style.marginTop = '';
    };
    element.addEventListener('input', hold);
    element.addEventListener('submit', hold);
    window.addEventListener('resize', release);
    return () => {
      element.removeEventListener('input', hold);
      element.removeEventListener('submit', hold);
      window.removeEventListener('resize', release);
    };
  }, []);
  return main;
}

/** Lays out a page for visitors without a session: the brand on one side, a form on the other. */
export function AuthLayout({ title, lead, children, other }: AuthLayoutProps) {
  const { t } = useTranslation('users');
  const language = currentLanguage();
  const place = usePlace(({ settings }) => settings);
  const main = useHeldTitle();
  return (
    <div className={s.page}>
      <header className={s.brand}>
        <svg className={s.tree} viewBox="0 0 48 48" fill="currentColor" aria-hidden="true">
          <path d="M24 4C12.4 4 4 10.9 4 19.4c0 8 7.2 14 16.5 14.5L20 43.2c0 .9 1 1.4 1.7.8l5.1-4.6c.8-.7 1.2-1.7 1.2-2.8v-2.8C37 33 44 27.2 44 19.4 44 10.9 35.6 4 24 4Z" />
        </svg>
        <Wordmark />
        <div className={s.words}>
          <p className={s.tagline}>{t('common:tagline')}</p>
          <p className={s.promise}>{t('promise')}</p>
        </div>
      </header>
      <div className={s.side}>
        <main className={s.main} ref={main}>
          <h1 className={s.title}>{title}</h1>
          <p className={s.lead}>{lead}</p>
          {children}
          {other && <p className={s.other}>{other}</p>}
        </main>
        <footer className={s.foot}>
          <nav className={s.about}>
            <Link to={paths.privacy}>{t('card.privacy')}</Link>
            <Link to={paths.data}>{t('card.data')}</Link>
            {place?.links.map(({ label, url }) => (
              <a key={`${label} ${url}`} href={url} rel="noopener">
                {label}
              </a>
            ))}
            {place?.supportEmail && <a href={`mailto:${place.supportEmail}`}>{t('card.help')}</a>}
          </nav>
          <fieldset className={s.languages} aria-label={t('language')}>
            {(['fr', 'en'] as const).map(code => (
              <button
                key={code}
                type="button"
                lang={code}
                aria-pressed={language === code}
                onClick={() => void setLanguage(code)}
              >
                {t(`languages.${code}`)}
              </button>
            ))}
          </fieldset>
          {place?.legalNotice && (
            <details className={s.notice}>
              <summary>{t('card.legalNotice')}</summary>
              <p>{place.legalNotice}</p>
            </details>
          )}
        </footer>
      </div>
    </div>
  );
}

interface AuthPageProps extends Pick<AuthLayoutProps, 'title' | 'lead'> {
  /** Question before the link to the other page, if there is one. */
  question?: string;
  link?: string;
  to?: string;
  form?: RefObject<HTMLFormElement | null>;
  onSubmit: () => Promise<void>;
  /** Error of the form as a whole. */
  problem?: string | null;
  submit: string;
  /** Whether the form cannot be sent: not yet, or not any more. */
  disabled?: boolean;
  /** Content under the button. */
  after?: ReactNode;
  /** Other ways to log in, under the form. */
  beside?: ReactNode;
  children: ReactNode;
}

/** Shows an account form: its fields, its overall error, its button. */
export function AuthPage({
  title,
  lead,
  question,
  link,
  to,
  form,
  onSubmit,
  problem,
  submit,
  disabled,
  after,
  beside,
  children,
}: AuthPageProps) {
  const other = to !== undefined && (
    <>
      {question} <Link to={to}>{link}</Link>
    </>
  );
  return (
    <AuthLayout title={title} lead={lead} other={other}>
      <Form ref={form} className={s.form} onSubmit={onSubmit}>
        {children}
        {problem && (
          <p className={s.error} id={wholeErrorId} role="alert">
            <CircleAlert aria-hidden="true" />
            <span>{problem}</span>
          </p>
        )}
        <Button type="submit" size="lg" block disabled={disabled}>
          {submit}
        </Button>
        {after}
      </Form>
      {beside}
    </AuthLayout>
  );
}
