import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../../platform/address/paths.ts';
import { useOwnEmoji } from '../../../workspaces/emoji/open/emoji.queries.ts';
import type { LinkedMessages } from './permalinks.ts';
import { type TextWorld, TextWorldContext } from './text-world.ts';

interface TextWorldProviderProps {
  workspaceId: string | undefined;
  linked: LinkedMessages;
  sign: TextWorld['sign'];
  children: ReactNode;
}

/** Provides the context of message texts: the workspace's emoji and channels; neither in a conversation. */
export function TextWorldProvider({ workspaceId, linked, sign, children }: TextWorldProviderProps) {
  const { data: emojis } = useOwnEmoji(workspaceId);
  const navigate = useNavigate();
  const world = useMemo<TextWorld>(
    () => ({
      emoji: new Map((emojis ?? []).map(({ name, url }) => [name, url])),
      channelPath: channelId => (workspaceId ? paths.channel(workspaceId, channelId) : null),
      linked,
      sign,
      open: path => void navigate(path),
    }),
    [emojis, workspaceId, linked, sign, navigate],
  );
  return <TextWorldContext value={world}>{children}</TextWorldContext>;
}
