import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '../../app/paths.ts';
import s from '../../app/shell/FullPage.module.css';
import { useTitle } from '../../app/shell/title.ts';
import { ApiError, failureMessage } from '../../platform/api.ts';
import { useTranslation } from '../../platform/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DoorIllustration, LostIllustration, TalkIllustration } from '../../ui/illustrations.tsx';
import { useStopMails } from './notifications.queries.ts';
import './mails-off.texts.ts';

/** Where the link of a mail ends, session or not: it asks first, since programs that look at links open them too. */
export function MailsOffPage() {
  const { t } = useTranslation('mailsOff');
  const { token = '' } = useParams();
  const { mutate, isPending, isSuccess, error } = useStopMails();
  const gone = error instanceof ApiError && error.status === 404;
  useTitle(t(isSuccess ? 'doneTitle' : gone ? 'failedTitle' : 'title'));
  const settings = useRef<HTMLAnchorElement>(null);
  // The button that was pressed is gone: focus goes to what stands there now.
  useEffect(() => {
    if (isSuccess || gone) settings.current?.focus();
  }, [isSuccess, gone]);

  const toSettings = (
    <Button asChild variant={gone ? 'primary' : 'outline'}>
      <Link ref={settings} to={paths.personal('general')}>
        {t('settings')}
      </Link>
    </Button>
  );
  const state = isSuccess
    ? { title: t('doneTitle'), text: t('done'), illustration: <TalkIllustration />, action: toSettings }
    : gone
      ? { title: t('failedTitle'), text: failureMessage(error), illustration: <LostIllustration />, action: toSettings }
      : {
          title: t('title'),
          text: t('text'),
          illustration: <DoorIllustration />,
          action: (
            <Button loading={isPending} onClick={() => mutate(token)}>
              {t('confirm')}
            </Button>
          ),
        };
  return (
    <main className={s.page} aria-live="polite">
      <EmptyState heading {...state} />
    </main>
  );
}
