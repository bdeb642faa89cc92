import { create } from 'zustand';

/** Type of an alert; it chooses colour and icon. */
export type AlertType = 'success' | 'error' | 'warning' | 'info';

/** An alert on the screen. */
export interface Alert {
  id: string;
  message: string;
  type: AlertType;
  isHtmlMessage: boolean;
  dispatched: boolean;
  /** Text in bold before the message: « Modifié ! ». */
  title?: string;
  /** Second line: the reason of a failure, in the server's words. */
  reason?: string;
  /** Button in the alert; it also closes the alert. */
  action?: AlertAction;
  /** Time that the alert stays. */
  durationMs: number;
}

/** Action of an alert's button. */
export interface AlertAction {
  label: string;
  run: () => void;
}

interface AlertsState {
  alerts: readonly Alert[];
}

/** Default of an alert's `durationMs`. */
export const alertDurationMs = 3000;

/** Store of the alerts on the screen, oldest first. */
export const useAlerts = create<AlertsState>(() => ({ alerts: [] }));

/** Marks an alert as dispatched (expired or closed), then removes the dispatched alerts. */
export function dispatchAlert(id: string): void {
  useAlerts.setState(({ alerts }) => ({
    alerts: alerts.map(alert => (alert.id === id ? { ...alert, dispatched: true } : alert)),
  }));
  useAlerts.setState(({ alerts }) => ({ alerts: alerts.filter(alert => !alert.dispatched) }));
}

interface AlertOptions {
  title?: string;
  /** Whether the message is HTML, which is then sanitised. */
  isHtmlMessage?: boolean;
  reason?: string;
  action?: AlertAction;
  /** Time that the alert stays, as long as its action is possible. */
  durationMs?: number;
}

function push(type: AlertType, message: string, options: AlertOptions = {}): string {
  const { isHtmlMessage = false, title, reason, action, durationMs = alertDurationMs } = options;
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

/** Shows an alert over any page, for 3000 ms or for `durationMs`; returns its id. */
export const alerts = {
  success: (message: string, options?: AlertOptions) => push('success', message, options),
  error: (message: string, options?: AlertOptions) => push('error', message, options),
  warning: (message: string, options?: AlertOptions) => push('warning', message, options),
  info: (message: string, options?: AlertOptions) => push('info', message, options),
  clear: () => useAlerts.setState({ alerts: [] }),
};
