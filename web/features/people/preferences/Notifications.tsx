import { useEffect } from 'react';
import { askPermission, lookAgain, usePermission } from '../../../platform/device/permission.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';
import { useSetMails } from '../accounts/open/accounts.queries.ts';
import { useMe } from '../users/open/users.queries.ts';
import { usePreferences } from './preferences.store.ts';

/** Warns when the browser has not granted the notifications. */
function PermissionNote() {
  const { t } = useTranslation('preferences');
  const permission = usePermission(state => state.permission);
  useEffect(() => {
    window.addEventListener('focus', lookAgain);
    return () => window.removeEventListener('focus', lookAgain);
  }, []);
  if (permission === 'granted') return null;
  return (
    <Note
      action={
        permission === 'default' && (
          <Button variant="outline" size="sm" onClick={() => void askPermission()}>
            {t('notifications.allow')}
          </Button>
        )
      }
    >
      {t(`notifications.permission.${permission}`)}
    </Note>
  );
}

/** Switches e-mails. Unlike the other settings, the account keeps this one: e-mails don't depend on any device. */
function MailSwitch() {
  const { t } = useTranslation('preferences');
  const me = useMe();
  const { mutate, isPending, variables } = useSetMails(me?._id ?? '');
  return (
    <Switch
      label={t('notifications.mail')}
      hint={t('notifications.mailHint')}
      checked={isPending ? variables : me?.notificationMail === true}
      disabled={!me}
      onChange={on => mutate(on)}
    />
  );
}

/** Sets the browser's notifications, shown while Palabre is in the background, and the e-mails. */
export function Notifications() {
  const { t } = useTranslation('preferences');
  const { notifications, notificationSound } = usePreferences();
  function enable(on: boolean) {
    usePreferences.setState({ notifications: on });
    // Browsers allow the permission prompt only after a press.
    if (on) void askPermission();
  }
  return (
    <Subject heading={t('notifications.heading')}>
      <Switch
        label={t('notifications.label')}
        hint={t('notifications.hint')}
        checked={notifications}
        onChange={enable}
      />
      {notifications && <PermissionNote />}
      <Switch
        label={t('notifications.sound')}
        hint={t('notifications.soundHint')}
        checked={notificationSound}
        disabled={!notifications}
        onChange={on => usePreferences.setState({ notificationSound: on })}
      />
      <MailSwitch />
    </Subject>
  );
}
