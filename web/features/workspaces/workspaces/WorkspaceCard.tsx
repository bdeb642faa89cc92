import { type WorkspaceCard as Card, parseTags } from '@palabre/common/contract/workspaces/workspaces.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import Check from 'lucide-react/icons/check';
import { Link } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { formatList } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { confirm } from '../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { Tag } from '../../../ui/marks/Badge.tsx';
import s from './WorkspaceCard.module.css';

interface WorkspaceCardProps {
  card: Card;
  /** Id of the signed-in user. */
  userId: string;
  joining: boolean;
  onJoin: () => Promise<unknown>;
}

/** Shows a workspace in discovery. */
export function WorkspaceCard({ card, userId, joining, onJoin }: WorkspaceCardProps) {
  const { t } = useTranslation('workspaces');
  const { _id, title, logo, description, owner, owners, isMember, membersCount, restricted } = card;
  const tags = parseTags(card.tags);
  const by = owner.includes(userId) ? t('card.you') : formatList(owners.map(fullName));

  async function ask() {
    const sure = await confirm({
      title: t('card.confirmTitle', { title }),
      text: t('card.confirmText'),
      confirmLabel: t('card.join'),
    });
    if (sure) await onJoin();
  }

  return (
    <article className={s.card}>
      <div className={s.head}>
        <Avatar id={_id} title={title} src={logo} size={52} />
        <div className={s.names}>
          <h3 className={s.title} title={title}>
            {isMember ? (
              <Link className={s.open} to={paths.channel(_id, card.welcomeChannel)}>
                <span className={s.titleText} dir="auto">
                  {title}
                </span>
              </Link>
            ) : (
              <button type="button" className={s.open} onClick={() => void ask()}>
                <span className={s.titleText} dir="auto">
                  {title}
                </span>
              </button>
            )}
          </h3>
          {by && (
            <span className={s.by} title={by}>
              {t('card.by', { owner: by })}
            </span>
          )}
        </div>
      </div>
      {description && (
        <p className={s.description} dir="auto">
          {description}
        </p>
      )}
      {(tags.length > 0 || restricted) && (
        <ul className={s.tags} aria-label={t('card.tags')}>
          {restricted && (
            <li>
              <Tag tone="accent">{t('card.restricted')}</Tag>
            </li>
          )}
          {tags.map(tag => (
            <li key={tag}>
              <Tag>{tag}</Tag>
            </li>
          ))}
        </ul>
      )}
      <div className={s.foot}>
        <span className={s.count}>{t('common:members', { count: membersCount })}</span>
        {isMember ? (
          <span className={s.member}>
            <Check aria-hidden="true" />
            {t('card.alreadyMember')}
          </span>
        ) : (
          <Button
            variant="soft"
            size="sm"
            className={s.join}
            loading={joining}
            aria-label={t('card.joinNamed', { title })}
            onClick={onJoin}
          >
            {t('card.join')}
          </Button>
        )}
      </div>
    </article>
  );
}
