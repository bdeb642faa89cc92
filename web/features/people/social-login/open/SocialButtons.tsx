import type { SocialProviderId } from '@palabre/common/contract/people/social-login.ts';
import KeyRound from 'lucide-react/icons/key-round';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Divider } from '../../../../ui/pages/Divider.tsx';
import s from './SocialButtons.module.css';
import { useSocialProviders } from './social-login.queries.ts';

const drawn = (path: string): ReactNode => (
  <svg className={s.mark} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d={path} />
  </svg>
);

const marks: Record<SocialProviderId, ReactNode> = {
  google: drawn(
    'M12.2 10.2v3.9h5.5c-.2 1.3-1.7 3.8-5.5 3.8a5.9 5.9 0 0 1 0-11.8c1.9 0 3.1.8 3.8 1.5l2.7-2.6A9.6 9.6 0 0 0 12.2 2.3a9.7 9.7 0 1 0 0 19.4c5.6 0 9.3-3.9 9.3-9.5 0-.7-.1-1.3-.2-2h-9.1Z',
  ),
  facebook: drawn(
    'M22 12a10 10 0 1 0-11.6 9.9v-7H7.9V12h2.5V9.8c0-2.5 1.5-3.9 3.8-3.9 1.1 0 2.2.2 2.2.2v2.5h-1.2c-1.3 0-1.6.8-1.6 1.6V12h2.8l-.5 2.9h-2.3v7A10 10 0 0 0 22 12Z',
  ),
  oidc: <KeyRound className={s.mark} aria-hidden="true" />,
};

/** Shows a login button for each social provider: the browser goes to the provider, and comes back to /login. */
export function SocialButtons() {
  const { t } = useTranslation('users');
  const providers = useSocialProviders();
  if (providers.length === 0) return null;
  return (
    <div className={s.others}>
      <Divider>{t('social.or')}</Divider>
      {providers.map(({ id, name }) => (
        <Button key={id} variant="outline" size="lg" block asChild>
          <a href={`/auth/${id}`}>
            {marks[id]}
            {t('social.continue', { name })}
          </a>
        </Button>
      ))}
    </div>
  );
}
