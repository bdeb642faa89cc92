// Chunk for people who are logged in (see web/vite/chunks.ts): the shell, and the channel page, which nearly everyone opens.
export { AppShell } from '../frame/AppShell.tsx';
export { WorkspaceGate } from '../gates/WorkspaceGate.tsx';
export { ChannelPane } from '../places/ChannelPane.tsx';
export { WorkspaceHome } from '../places/WorkspaceHome.tsx';
