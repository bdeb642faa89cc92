import { create } from 'zustand';

/** Whom, and what of theirs, one is about to tell administrators of. */
export interface Reporting {
  person: { _id: string; firstName: string; lastName: string };
  /** The message it is about. */
  messageId?: string;
  /** Where it happened. */
  workspaceId?: string | undefined;
}

interface ReportState {
  reporting: Reporting | null;
  close: () => void;
}

/** The report that is being written: several places begin one. */
export const useReporting = create<ReportState>(set => ({ reporting: null, close: () => set({ reporting: null }) }));

/** Opens the report modal. */
export const report = (reporting: Reporting): void => useReporting.setState({ reporting });
