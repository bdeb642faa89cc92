import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { ThreadState } from '@palabre/common/contract/messages/thread-state.ts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import X from 'lucide-react/icons/x';
import { useLocation, useNavigate } from 'react-router';
import { useThreadAddress } from '../../features/messages/threads/open/open-thread.ts';
import { follow } from '../../features/messages/threads/open/threads.queries.ts';
import { addressIn } from '../../platform/address/paths.ts';
import { useTitle } from '../../platform/address/title.ts';
import { usePhone, useTight } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import s from './ThreadPane.module.css';

interface ThreadHeadProps {
  title: string;
  /** Name of the channel or conversation. */
  where: string;
  rootId: string;
  root: Message | undefined;
  state: ThreadState | undefined;
}

/** Names the document after the thread when the thread is the page. */
function PageTitle({ title, where }: Pick<ThreadHeadProps, 'title' | 'where'>) {
  useTitle(title, where);
  return null;
}

/** Head of a thread: its title, its place, the button that follows it, and the way out. */
export function ThreadHead({ title, where, rootId, root, state }: ThreadHeadProps) {
  const { t } = useTranslation('threads');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { close } = useThreadAddress();
  const isOver = useTight();
  const isPage = usePhone();
  const following = state?.following ?? false;
  const hasReplies = (state?.replies ?? 0) > 0;
  const toRoot = () => void navigate(addressIn(pathname, rootId));
  return (
    <header className={s.head}>
      {isPage && <PageTitle title={title} where={where} />}
      {isOver && (
        <IconButton className={s.back} label={t('close')} tooltip={false} size="lg" onClick={close}>
          <ArrowLeft />
        </IconButton>
      )}
      <div className={s.titles}>
        <h2 className={s.title} dir="auto">
          {title}
        </h2>
        <span className={s.where} dir="auto">
          {where}
        </span>
        {root && (
          <button type="button" className={s.toRoot} aria-label={t('toRoot', { place: where })} onClick={toRoot} />
        )}
      </div>
      {root && hasReplies && (
        <IconButton
          label={t(following ? 'leave' : 'follow')}
          side="bottom"
          active={following}
          onClick={() => void follow(rootId, !following)}
        >
          {following ? <Bell /> : <BellOff />}
        </IconButton>
      )}
      {!isOver && (
        <IconButton label={t('close')} shortcut={t('closeKey')} side="bottom" onClick={close}>
          <X />
        </IconButton>
      )}
    </header>
  );
}
