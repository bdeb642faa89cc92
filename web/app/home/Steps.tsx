import Compass from 'lucide-react/icons/compass';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Plus from 'lucide-react/icons/plus';
import Ticket from 'lucide-react/icons/ticket';
import { useNavigate } from 'react-router';
import { useCreatingConversation } from '../../features/conversations/create.store.ts';
import { useIsGuest } from '../../features/people/users/open/users.queries.ts';
import { useMayMake } from '../../features/running/settings/open/may-make.ts';
import { useInviteCode } from '../../features/workspaces/invites/open/use-invite-code.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import s from './Home.module.css';

const steps = { code: Ticket, discover: Compass, create: Plus, talk: MessagesSquare };

/** Cards of first actions: code, discovery, new workspace, new conversation; for guests, the last alone. */
export function Steps({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('home');
  const navigate = useNavigate();
  const askCode = useInviteCode();
  const mayCreate = useMayMake('workspace');
  const isGuest = useIsGuest();
  const all = isGuest ? (['talk'] as const) : (Object.keys(steps) as (keyof typeof steps)[]);
  const offered = all.filter(step => step !== 'create' || mayCreate);
  const createWorkspace = useCreateWorkspaceDialog(state => state.setOpen);
  const createConversation = useCreatingConversation(state => state.setOpen);
  const take: Record<keyof typeof steps, () => void> = {
    code: () => void askCode(),
    discover: () => void navigate(paths.workspaces),
    create: () => createWorkspace(true),
    talk() {
      createConversation(true);
      void navigate(paths.conversations);
    },
  };
  return (
    <section aria-labelledby="home-steps">
      <h2 className={s.heading} id="home-steps">
        {t(isNew ? 'begin' : 'more')}
      </h2>
      <ul className={s.cards}>
        {offered.map(step => {
          const Icon = steps[step];
          return (
            <li key={step}>
              <button type="button" className={s.card} onClick={take[step]}>
                <span className={s.icon}>
                  <Icon aria-hidden="true" />
                </span>
                <span className={s.texts}>
                  <span className={s.name}>{t(`steps.${step}.title`)}</span>
                  <span className={s.text}>{t(`steps.${step}.text`)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
