import { create } from 'zustand';

export type AlertType = 'success' | 'error' | 'warning' | 'info';

/** Spec, section 3. */
export interface Alert {
  id: string;
  message: string;
  type: AlertType;
  isHtmlMessage: boolean;
  dispatched: boolean;
  /** A second line: why it failed, in the words of the server. */
  reason?: string;
}

interface AlertsState {
  alerts: readonly Alert[];
}

/** How long an alert stays, in milliseconds (spec, section 9). */
export const alertDuration = 3000;

/** The alerts on the screen, the oldest first. */
export const useAlerts = create<AlertsState>(() => ({ alerts: [] }));

/** Marks an alert dispatched, then removes all dispatched ones (spec, section 4): its time is over, or it was closed. */
export function dispatchAlert(id: string): void {
  useAlerts.setState(({ alerts }) => ({
    alerts: alerts.map(alert => (alert.id === id ? { ...alert, dispatched: true } : alert)),
  }));
  useAlerts.setState(({ alerts }) => ({ alerts: alerts.filter(alert => !alert.dispatched) }));
}

interface AlertOptions {
  /** The message is HTML, cleaned before it is shown. */
  isHtmlMessage?: boolean;
  reason?: string;
}

function push(type: AlertType, message: string, { isHtmlMessage = false, reason }: AlertOptions = {}): string {
  const id = Math.random().toString(36).slice(2, 10).padEnd(8, '0');
  useAlerts.setState(({ alerts }) => ({
    alerts: [...alerts, { id, message, type, isHtmlMessage, dispatched: false, ...(reason && { reason }) }],
  }));
  setTimeout(() => dispatchAlert(id), alertDuration);
  return id;
}

/** Shows a message over any screen for 3000 ms; gives the alert's id. */
export const alerts = {
  success: (message: string, options?: AlertOptions) => push('success', message, options),
  error: (message: string, options?: AlertOptions) => push('error', message, options),
  warning: (message: string, options?: AlertOptions) => push('warning', message, options),
  info: (message: string, options?: AlertOptions) => push('info', message, options),
  clear: () => useAlerts.setState({ alerts: [] }),
};
