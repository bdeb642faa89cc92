import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { ApiError, failureMessage } from '../../../platform/server/api.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { DoorIllustration, LostIllustration, TalkIllustration } from '../../../ui/pages/illustrations.tsx';
import { LonePage } from '../../../ui/pages/LonePage.tsx';
import { useStopMails } from './open/notifications.queries.ts';
import './mails-off.texts.ts';

/**
 * Shows the page of a mail's unsubscribe link, with or without a session; asks for confirmation, since link scanners
 * open such links too.
 */
export function MailsOffPage() {
  const { t } = useTranslation('mailsOff');
  const { token = '' } = useParams();
  const { mutate, isPending, isSuccess, error } = useStopMails();
  const gone = error instanceof ApiError && error.status === 404;
  useTitle(t(isSuccess ? 'doneTitle' : gone ? 'failedTitle' : 'title'));
  const settings = useRef<HTMLAnchorElement>(null);
  // The pressed button is unmounted: focus the link that replaces it.
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
  return <LonePage aria-live="polite" {...state} />;
}
