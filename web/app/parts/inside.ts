// What who is logged in needs, fetched together (see web/vite/parts.ts): the shell, and a channel, where one nearly
// always goes.
export { AppShell } from '../shell/AppShell.tsx';
export { ChannelPane } from '../shell/ChannelPane.tsx';
export { ToWelcomeChannel, WorkspaceGate } from '../shell/WorkspaceGate.tsx';
