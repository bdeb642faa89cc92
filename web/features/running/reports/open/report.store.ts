import { create } from 'zustand';

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

/** Opens the report dialog. */
export const report = (reporting: Reporting): void => useReporting.setState({ reporting });
