import { create } from 'zustand';
import { onSessionEnd } from '../../../../platform/session/session.ts';

/** Subject of the report being written. */
export interface Reporting {
  person: { _id: string; firstName: string; lastName: string };
  /** Reported message. */
  messageId?: string;
  /** Workspace of the reported message or user. */
  workspaceId?: string | undefined;
}

interface ReportState {
  reporting: Reporting | null;
  close: () => void;
}

/** Holds the report being written; several places open its dialog. */
export const useReporting = create<ReportState>(set => ({ reporting: null, close: () => set({ reporting: null }) }));

onSessionEnd(() => useReporting.setState(useReporting.getInitialState()));

/** Opens the report dialog. */
export const report = (reporting: Reporting): void => useReporting.setState({ reporting });
