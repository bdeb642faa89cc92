import MessageCircle from 'lucide-react/icons/message-circle';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { useTalk } from './conversations.queries.ts';

/** Opens the conversation with a person, created if needed. */
export function TalkButton({ userId, onTalk }: { userId: string; onTalk?: () => void }) {
  const { t } = useTranslation('members');
  const talk = useTalk();
  return (
    <Button
      size="sm"
      icon={<MessageCircle />}
      loading={talk.isPending}
      onClick={() => talk.mutate([userId], { onSuccess: onTalk })}
    >
      {t('talk')}
    </Button>
  );
}
