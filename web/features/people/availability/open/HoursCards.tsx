import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { AbsencesCard } from '../AbsencesCard.tsx';
import { useOwnAvailability } from '../availability.queries.ts';
import { HoursCard } from '../HoursCard.tsx';
import { QuietCard } from '../QuietCard.tsx';

/** Shows the profile page's cards about hours and absences: the user's hours, absences, « ne pas déranger ». */
export function HoursCards({ user }: { user: SelfUser }) {
  const { t } = useTranslation('availability');
  const { data: own, isError, refetch } = useOwnAvailability();
  if (isError && !own)
    return (
      <Note
        tone="danger"
        action={
          <Button size="sm" variant="outline" onClick={() => void refetch()}>
            {t('common:retry')}
          </Button>
        }
      >
        {t('failed')}
      </Note>
    );
  if (!own) return null;
  return (
    <>
      <HoursCard own={own} user={user} />
      <AbsencesCard own={own} user={user} />
      <QuietCard own={own} startHour={user.startHour} />
    </>
  );
}
