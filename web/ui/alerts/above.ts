/** Keeps a layer open when an alert is clicked: alerts lie above all layers, so the click is not a click outside. */
export function keepOpenForAlerts(event: { target: EventTarget | null; preventDefault(): void; detail?: unknown }) {
  const { detail } = event;
  const original =
    typeof detail === 'object' && detail !== null && 'originalEvent' in detail ? detail.originalEvent : undefined;
  const target = original instanceof Event ? original.target : event.target;
  if (target instanceof Element && target.closest('[data-alerts]')) event.preventDefault();
}
