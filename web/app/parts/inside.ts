// What who is logged in needs, fetched together (see web/vite/parts.ts): the shell, and a channel, where one nearly
// always goes.
export { AppShell } from '../frame/AppShell.tsx';
export { ToWelcomeChannel, WorkspaceGate } from '../gates/WorkspaceGate.tsx';
export { ChannelPane } from '../places/ChannelPane.tsx';
