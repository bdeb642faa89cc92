import type { LinkedAccount } from '@palabre/common/contract/people/linked-accounts.ts';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import UserRoundMinus from 'lucide-react/icons/user-round-minus';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { confirm } from '../../../ui/dialogs/dialogs.ts';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import type { MenuEntry, MenuItem } from '../../../ui/overlays/Menu.tsx';
import { useLinkedAccounts, useUnlinkAccount, useWaitingElsewhere } from './linked-accounts.queries.ts';
import { switchAccount } from './switch.ts';

const nameOf = ({ firstName, lastName }: LinkedAccount) => `${firstName} ${lastName}`.trim();

/** Builds « Changer de compte » in the profile menu: switch to a linked account, unlink one, add one. */
export function useAccountsMenu(): MenuItem {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const accounts = useLinkedAccounts();
  const waiting = useWaitingElsewhere();
  const inAll = accounts.reduce((sum, { _id }) => sum + (waiting.get(_id) ?? 0), 0);
  const badge = (count: number) => ({ count, label: t('card.waiting', { count }) });
  const { mutateAsync: unlink } = useUnlinkAccount();

  const leave = async () => {
    await navigate(paths.workspaces);
    return window.location.pathname === paths.workspaces;
  };

  async function part(account: LinkedAccount) {
    const sure = await confirm({
      title: t('card.removeTitle'),
      text: t('card.removeText', { name: nameOf(account), email: account.email }),
      confirmLabel: t('card.removeConfirm'),
      danger: true,
    });
    if (!sure) return;
    const { message } = await unlink(account._id);
    alerts.success(message);
  }

  const each = (onSelect: (account: LinkedAccount) => void): MenuEntry[] =>
    accounts.map(account => ({
      id: account._id,
      label: nameOf(account) || account.email,
      text: account.email,
      badge: badge(waiting.get(account._id) ?? 0),
      icon: (
        <Avatar
          id={account._id}
          firstName={account.firstName}
          lastName={account.lastName}
          src={account.avatar}
          size={24}
        />
      ),
      onSelect: () => onSelect(account),
    }));

  return {
    label: t('card.accounts'),
    badge: badge(inAll),
    icon: <ArrowLeftRight />,
    items: [
      ...each(account => void switchAccount(account._id, leave)),
      accounts.length > 0 && 'separator',
      accounts.length > 0 && {
        label: t('card.removeAccount'),
        icon: <UserRoundMinus />,
        // A refusal shows its own alert.
        items: each(account => void part(account).catch(() => undefined)),
      },
      { label: t('card.addAccount'), icon: <UserRoundPlus />, onSelect: () => void navigate(paths.linkAccount) },
    ],
  };
}
