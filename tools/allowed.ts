import type { Allowed } from './boundaries.ts';

/** Each entry says why; one that nothing needs any more fails its test. */
export const allowed: Allowed = {
  doors: {
    'server/features/channels/channels.store.ts':
      'roles and workspaces open and show channels in their own transaction',
    'server/features/roles/roles.store.ts': 'channels and workspaces read and make roles in their own transaction',
    'server/features/roles/roles.openings.store.ts': 'what changes rights in a workspace asks what its roles open',
    'server/features/members/members.store.ts':
      'a workspace begins with its owner, and its rights depend on who its owners are',
    'server/features/workspaces/workspaces.store.ts': 'an invite makes a member',
    'server/features/workspaces/workspaces.view.ts':
      'whoever changes a workspace answers and sends it as its people see it',
    'server/features/workspaces/workspaces.rights.ts': 'roles and channels change who sees what in a workspace',
    'server/features/messages/messages.store.ts': 'a list of conversations shows the last message of each',
    'server/features/members/membership.ts': 'invites and workspaces let people in and out the same way',
    'server/features/files/attachments.ts': 'messages keep their files there',
    'server/features/notifications/notify.ts': 'any feature may notify someone',
    'server/features/emoji/emoji.store.ts': 'the pictures of a workspace’s emoji go with it',
    'web/features/members/membership.ts': 'what a page offers depends on one’s place in the workspace',
    'web/features/workspaces/enter.ts': 'an invite ends in the workspace, entered like any other',
    'web/features/messages/timeline/timelines.ts': 'the list of channels shows what is unread',
    'web/features/messages/outbox/outbox.ts': 'who logs out is asked whether what they have not sent may be lost',
    'web/features/presence/presence.ts': 'a profile shows its person’s status',
    'web/features/users/PersonCheckbox.tsx': 'roles choose among people',
    'web/features/users/PeoplePicker.tsx': 'invites and conversations begin with people one chooses',
    'web/features/messages/PlaceMessages.tsx': 'a conversation shows its messages as a channel does',
    'web/features/messages/list/ListSkeleton.tsx': 'what is to come has the shape of what comes',
    'web/features/messages/text/mentions.ts': 'a list of conversations shows what was said last, as text',
    'web/features/messages/timeline/last-read.ts': 'a list of conversations shows which are not read yet',
    'web/features/conversations/TalkButton.tsx': 'a profile leads to the conversation with its person',
    'web/features/members/MembersSkeleton.tsx': 'people to come have one shape wherever they are listed',
    'web/features/members/MembersPanel.module.css': 'people beside a conversation look like those beside a channel',
    'web/features/workspaces/PanelHeader.module.css': 'every side panel begins with the same heading',
    'web/features/invites/use-invite-code.ts': 'the discovery page asks for an invite’s code',
    'web/features/workspaces/settings/Section.tsx': 'each feature’s part of the settings has the same frame',
    'web/features/channels/VisibilityIcon.tsx': 'a channel is recognised by its icon wherever it is named',
    'web/features/members/MemberPopover.tsx': 'the author of a message is shown as any member',
    'web/features/members/MemberList.tsx': 'a role’s people are shown like all members',
    'web/features/members/useNameColour.ts': 'a name has its role’s colour wherever it stands',
    'web/features/emoji/open-emoji-picker.ts': 'whatever takes an emoji lets one choose it the same way',
    'web/features/gifs/open-gif-picker.ts': 'the composer sends GIFs',
    'web/features/emoji/find-emoji.ts': 'the composer completes the names of emoji',
    'web/features/emoji/settings/OwnEmoji.tsx': 'the general settings of a workspace list its emoji',
    'web/features/invites/InviteModal.tsx': 'the workspace’s menu invites',
  },
  long: {},
};
