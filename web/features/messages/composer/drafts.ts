/** What was typed and not sent, for each person and place, on this device. */
const keyOf = (userId: string, placeId: string) => `palabre.draft.${userId}.${placeId}`;

export function readDraft(userId: string, placeId: string): string {
  try {
    return localStorage.getItem(keyOf(userId, placeId)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(userId: string, placeId: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(keyOf(userId, placeId));
    else localStorage.setItem(keyOf(userId, placeId), text);
  } catch {
    // Storage may be refused or full: the draft then lasts as long as the page.
  }
}
