import { useTranslation } from 'react-i18next';
import { useMe } from '../../features/users/users.queries.ts';
import { useMyWorkspaces } from '../../features/workspaces/workspaces.queries.ts';
import { TalkIllustration } from '../../ui/illustrations.tsx';
import { useTitle } from '../shell/title.ts';
import s from './Home.module.css';
import { Places } from './Places.tsx';
import { Steps } from './Steps.tsx';
import './texts.ts';
import { usePlaces } from './usePlaces.ts';
import { Waiting } from './Waiting.tsx';

/** The hour from which one says « Bonsoir ». */
const evening = 18;

/** /home: where one begins, and where who comes back goes on. */
export function HomePage() {
  const { t } = useTranslation('home');
  const me = useMe();
  const { places, isPending } = usePlaces(me?._id ?? '');
  const workspaces = useMyWorkspaces().data ?? [];
  const isNew = !isPending && places.length === 0 && workspaces.length === 0;
  useTitle(t('title'));
  const greeting = t(new Date().getHours() < evening ? 'day' : 'evening', { name: me?.firstName ?? '' }).trim();
  return (
    <div className={s.page}>
      <div className={s.column}>
        <header className={s.header}>
          <div>
            <h1 className={s.title} dir="auto">
              {greeting}
            </h1>
            <p className={s.lead}>{isPending ? '\u00a0' : t(isNew ? 'leadNew' : 'lead')}</p>
          </div>
          {isNew && <TalkIllustration />}
        </header>
        <Waiting />
        <Places places={places} workspaces={workspaces} isPending={isPending} userId={me?._id ?? ''} />
        {!isPending && <Steps isNew={isNew} />}
      </div>
    </div>
  );
}
