import { useIsGuest, useMe } from '../../features/people/users/open/users.queries.ts';
import { Inbox } from '../../features/reading/notifications/Inbox.tsx';
import { SearchButton } from '../../features/reading/search/SearchButton.tsx';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { useTitle } from '../../platform/address/title.ts';
import { usePhone } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { TalkIllustration } from '../../ui/pages/illustrations.tsx';
import s from './Home.module.css';
import { Places } from './Places.tsx';
import { Steps } from './Steps.tsx';
import { TwoStep } from './TwoStep.tsx';
import './home.texts.ts';
import { Unread } from './Unread.tsx';
import { usePlaces } from './usePlaces.ts';
import { useUnreadPlaces } from './useUnreadPlaces.ts';
import { Waiting } from './Waiting.tsx';

/** Hour from which the greeting is « Bonsoir ». */
const eveningHour = 18;

/** Page /home: first actions, unread places and recent places. */
export function HomePage() {
  const { t } = useTranslation('home');
  const me = useMe();
  const userId = me?._id ?? '';
  const { places, isPending } = usePlaces(userId);
  const { data } = useMyWorkspaces();
  const workspaces = data ?? [];
  const unread = useUnreadPlaces(workspaces);
  // Whose workspaces could not be read may have some.
  const isNew = !isPending && places.length === 0 && data?.length === 0;
  const phone = usePhone();
  const isGuest = useIsGuest();
  useTitle(t('title'));
  const greeting = t(new Date().getHours() < eveningHour ? 'day' : 'evening', { name: me?.firstName ?? '' }).trim();
  return (
    <div className={s.page}>
      <div className={s.column}>
        <header className={s.header}>
          <div>
            <h1 className={s.title} dir="auto">
              {greeting}
            </h1>
            <p className={s.lead}>{isPending ? '\u00a0' : t(isNew ? (isGuest ? 'leadGuest' : 'leadNew') : 'lead')}</p>
          </div>
          {isNew && <TalkIllustration />}
          <div className={s.actions}>
            <SearchButton />
            {!phone && <Inbox />}
          </div>
        </header>
        <TwoStep />
        <Waiting />
        <Unread places={unread} userId={userId} />
        <Places
          places={places.filter(({ id }) => !unread.some(one => one.id === id))}
          workspaces={places.length > 0 ? [] : workspaces}
          isPending={isPending}
          userId={userId}
        />
        {!isPending && <Steps isNew={isNew} />}
      </div>
    </div>
  );
}
