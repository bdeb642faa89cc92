import { Link } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Wordmark } from '../../../ui/pages/Logo.tsx';
import { YourData } from './open/YourData.tsx';
import s from './PersonalData.module.css';
import { useContact } from './personal-data.queries.ts';
import './personal-data.texts.ts';

const sections = {
  privacy: [
    'privacy.sections.collected',
    'privacy.sections.google',
    'privacy.sections.cookies',
    'privacy.sections.seen',
    'privacy.sections.yours',
  ],
  data: ['data.sections.export', 'data.sections.remove', 'data.sections.kept', 'data.sections.google'],
} as const;

/** Shows a page that anyone may read, with or without a session. */
function Information({ page }: { page: 'privacy' | 'data' }) {
  const { t } = useTranslation('personalData');
  useTitle(t(`${page}.title`));
  const { token, user } = useSession();
  const contact = useContact();
  return (
    <div className={s.page}>
      <main className={s.column}>
        <header className={s.head}>
          <Link to={paths.root} className={s.brand} aria-label={t('back')}>
            <Wordmark tone="page" />
          </Link>
          <nav className={s.links}>
            <Link to={paths.privacy} aria-current={page === 'privacy' ? 'page' : undefined}>
              {t('privacy.title')}
            </Link>
            <Link to={paths.data} aria-current={page === 'data' ? 'page' : undefined}>
              {t('data.title')}
            </Link>
            <Link to={paths.root}>{t('back')}</Link>
          </nav>
        </header>
        <h1 className={s.title}>{t(`${page}.title`)}</h1>
        <p className={s.lead}>{t(`${page}.lead`)}</p>
        {sections[page].map(section => (
          <section key={section} className={s.text}>
            <h2>{t(`${section}.heading`)}</h2>
            <p>{t(`${section}.text`)}</p>
          </section>
        ))}
        {contact && (
          <p className={s.text}>
            {contact.supportEmail === null ? (
              t('contactUnnamed')
            ) : (
              <>
                {t('contact')} <a href={`mailto:${contact.supportEmail}`}>{contact.supportEmail}</a>.
              </>
            )}
          </p>
        )}
        {page === 'data' && token && user && <YourData userId={user._id} />}
      </main>
    </div>
  );
}

/** Shows the privacy page. */
export const PrivacyPage = () => <Information page="privacy" />;

/** Shows the page about personal data. */
export const DataPage = () => <Information page="data" />;
