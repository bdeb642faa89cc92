// Chunk for people who are logged in (see web/vite/chunks.ts): the shell, and the channel page, which nearly everyone opens.
export { AppShell } from '../frame/AppShell.tsx';
export { ToWelcomeChannel, WorkspaceGate } from '../gates/WorkspaceGate.tsx';
export { ChannelPane } from '../places/ChannelPane.tsx';
