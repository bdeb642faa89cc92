import { can } from '@palabre/common/permissions/can.ts';
import { useParams } from 'react-router';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../../../ui/pages/illustrations.tsx';
import { Card, Section } from '../../../../ui/pages/Section.tsx';
import { OwnEmoji } from '../../emoji/open/OwnEmoji.tsx';
import { channelFacts, useChannels } from '../../structure/open/channels.queries.ts';
import { useMember } from '../../structure/open/membership.ts';
import { useWorkspace } from '../../structure/open/workspaces.queries.ts';
import { DangerZone } from './DangerZone.tsx';
import s from './General.module.css';
import { GeneralForm } from './GeneralForm.tsx';

/** Shows « Paramètres Généraux »: the general form, the own emoji and the danger zone. */
export function GeneralSection() {
  const { t } = useTranslation('settings');
  const { workspaceId = '' } = useParams();
  const { data: workspace, isError, refetch } = useWorkspace(workspaceId);
  const { data: channels } = useChannels(workspaceId);
  const member = useMember(workspaceId);
  return (
    <Section heading={t('general.heading')}>
      {workspace ? (
        <>
          <GeneralForm
            key={workspaceId}
            workspace={workspace}
            welcomes={(channels ?? []).filter(channel =>
              can.welcomeIn(member, channelFacts(channel, workspace.welcomeChannel)),
            )}
          />
          <OwnEmoji key={`emoji ${workspaceId}`} workspaceId={workspaceId} />
          {can.deleteWorkspace(member) && <DangerZone workspace={workspace} />}
        </>
      ) : isError ? (
        <EmptyState
          illustration={<LostIllustration />}
          title={t('failed')}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      ) : (
        <Card>
          <SkeletonGroup className={s.form}>
            <Skeleton width={80} height={22} />
            <Skeleton height={44} radius={10} />
            <Skeleton width={280} height={72} radius={14} />
            <Skeleton height={76} radius={10} />
            <Skeleton height={44} radius={10} />
          </SkeletonGroup>
        </Card>
      )}
    </Section>
  );
}
