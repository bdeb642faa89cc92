import { create } from 'zustand';

export type AlertType = 'success' | 'error' | 'warning' | 'info';

/** Spec, section 3. */
export interface Alert {
  id: string;
  message: string;
  type: AlertType;
  isHtmlMessage: boolean;
  dispatched: boolean;
  /** Before the message, set apart: « Modifié ! ». */
  title?: string;
  /** A second line: why it failed, in the words of the server. */
  reason?: string;
  /** What can be done about it while it is there; it closes the alert. */
  action?: AlertAction;
  /** How long it stays, in milliseconds. */
  durationMs: number;
}

export interface AlertAction {
  label: string;
  run: () => void;
}

interface AlertsState {
  alerts: readonly Alert[];
}

/** How long an alert stays, in milliseconds. */
export const alertDuration = 3000;

/** The alerts on the screen, the oldest first. */
export const useAlerts = create<AlertsState>(() => ({ alerts: [] }));

/** Marks an alert dispatched, then removes all dispatched ones: its time is over, or it was closed. */
export function dispatchAlert(id: string): void {
  useAlerts.setState(({ alerts }) => ({
    alerts: alerts.map(alert => (alert.id === id ? { ...alert, dispatched: true } : alert)),
  }));
  useAlerts.setState(({ alerts }) => ({ alerts: alerts.filter(alert => !alert.dispatched) }));
}

interface AlertOptions {
  title?: string;
  /** The message is HTML, cleaned before it is shown. */
  isHtmlMessage?: boolean;
  reason?: string;
  action?: AlertAction;
  /** Milliseconds, for as long as its action is good. */
  durationMs?: number;
}

function push(type: AlertType, message: string, options: AlertOptions = {}): string {
  const { isHtmlMessage = false, title, reason, action, durationMs = alertDuration } = options;
  const id = Math.random().toString(36).slice(2, 10).padEnd(8, '0');
  useAlerts.setState(({ alerts }) => ({
    alerts: [
      ...alerts,
      {
        id,
        message,
        type,
        isHtmlMessage,
        dispatched: false,
        durationMs,
        ...(title && { title }),
        ...(reason && { reason }),
        ...(action && { action }),
      },
    ],
  }));
  setTimeout(() => dispatchAlert(id), durationMs);
  return id;
}

/** Shows a message over any screen for 3000 ms, or as long as it says; gives the alert's id. */
export const alerts = {
  success: (message: string, options?: AlertOptions) => push('success', message, options),
  error: (message: string, options?: AlertOptions) => push('error', message, options),
  warning: (message: string, options?: AlertOptions) => push('warning', message, options),
  info: (message: string, options?: AlertOptions) => push('info', message, options),
  clear: () => useAlerts.setState({ alerts: [] }),
};
