/** An alert lies above all that is open over the page: pressing it is not pressing outside. */
export function keepOpenForAlerts(event: { target: EventTarget | null; preventDefault(): void; detail?: unknown }) {
  const { detail } = event;
  const original =
    typeof detail === 'object' && detail !== null && 'originalEvent' in detail ? detail.originalEvent : undefined;
  const target = original instanceof Event ? original.target : event.target;
  if (target instanceof Element && target.closest('[data-alerts]')) event.preventDefault();
}
