import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { addressParts } from '../../platform/address/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { shortcuts } from '../../platform/shortcuts.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { useRoving } from '../../ui/lists/roving.ts';
import { Skeleton, SkeletonGroup } from '../../ui/lists/Skeleton.tsx';
import { ContextMenu } from '../../ui/overlays/Menu.tsx';
import { useDrafts } from '../messages/outbox/open/drafts.ts';
import { askPlace } from '../messages/timeline/open/ask-place.ts';
import { useSigns } from '../reading/unread/open/unread.queries.ts';
import s from './ConversationList.module.css';
import { ConversationRow } from './ConversationRow.tsx';
import { renameConversation } from './conversation-actions.ts';
import { useConversationMenu } from './conversation-menu.tsx';
import { useConversationPages } from './open/conversations.queries.ts';

/** Number of rows rendered at first, and added each time the end comes into view. */
const step = 40;

/**
 * Lists the user's conversations, most recent first.
 * The conversations feature is direct and group conversations: this list, their menu, and the dialogs that create one
 * and add people. Their messages are in `messages/messages`, requests in `open/conversations.queries.ts`.
 */
export function ConversationList() {
  const { t } = useTranslation('conversations');
  const { conversations, more, retry } = useConversationPages();
  const failed = retry && (
    <div className={s.failed}>
      <p>{t('loadFailed')}</p>
      <Button variant="secondary" size="sm" onClick={retry}>
        {t('common:retry')}
      </Button>
    </div>
  );
  if (conversations?.length === 0) return <p className={s.none}>{t('noneText')}</p>;
  if (conversations) {
    return (
      <>
        <Rows conversations={conversations} more={more} />
        {failed}
      </>
    );
  }
  if (failed) return failed;
  return (
    <SkeletonGroup className={s.skeletons}>
      {[62, 48, 70, 54].map(width => (
        <div key={width} className={s.skeleton}>
          <Skeleton width={36} height={36} radius={11} />
          <Skeleton width={`${width}%`} height={14} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

/**
 * Renders the rows as one tab stop: arrows, Home, End and letters move in it; F2 and Delete run entries of the menu.
 */
function Rows({ conversations, more }: { conversations: readonly Conversation[]; more: (() => void) | undefined }) {
  const { t } = useTranslation('conversations');
  const userId = useSession(state => state.user?._id) ?? '';
  const { conversationId } = addressParts(useLocation().pathname);
  const drafts = useDrafts();
  const signs = useSigns();
  const menu = useConversationMenu();
  const [drawn, setDrawn] = useState(step);
  const shown = conversations.slice(0, Math.max(drawn, conversations.findIndex(one => one._id === conversationId) + 1));
  const roving = useRoving(
    shown.map(({ _id }) => _id),
    conversationId,
  );
  const end = useRef<HTMLLIElement>(null);
  const undrawn = shown.length < conversations.length;
  const hasMore = undrawn || more !== undefined;

  useEffect(() => {
    if (!hasMore || !end.current) return;
    const goOn = () => (undrawn ? setDrawn(old => old + step) : more?.());
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && goOn());
    seen.observe(end.current);
    return () => seen.disconnect();
  }, [hasMore, undrawn, more]);

  const at = (target: EventTarget) => {
    const row = target instanceof Element ? target.closest('[data-roving]') : null;
    return shown.find(({ _id }) => _id === row?.getAttribute('data-roving'));
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const conversation = at(event.target);
    if (conversation && event.key === shortcuts.rename.key) void renameConversation(conversation);
    else if (conversation && event.key === shortcuts.remove.key) menu.remove(conversation);
    roving.list.onKeyDown(event);
  }

  /** Prefetches the conversation's messages before the button is released. */
  function onPointerDown({ button, target }: PointerEvent<HTMLElement>): void {
    const id = at(target)?._id;
    if (id && button === 0 && id !== conversationId) askPlace({ conversationId: id });
  }

  return (
    <ul
      className={s.list}
      aria-label={t('heading')}
      {...roving.list}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      {shown.map(conversation => (
        <ContextMenu key={conversation._id} items={() => menu.items(conversation)}>
          <li>
            <ConversationRow
              conversation={conversation}
              userId={userId}
              active={conversation._id === conversationId}
              {...signs(conversation._id)}
              draft={conversation._id !== conversationId && drafts.has(conversation._id)}
              tabIndex={roving.item(conversation._id).tabIndex}
            />
          </li>
        </ContextMenu>
      ))}
      {hasMore && <li ref={end} aria-hidden="true" />}
    </ul>
  );
}
