/** The magnifier of a search field. */
const magnifier =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' " +
  "stroke='%23000' stroke-width='2' stroke-linecap='round'%3E%3Ccircle cx='11' cy='11' r='8'/%3E" +
  "%3Cpath d='m21 21-4.34-4.34'/%3E%3C/svg%3E\")";

/**
 * Returns the style sheet added to the element's shadow root: square buttons, the line of the chosen group on its own
 * button, groups that scroll where their buttons are too wide for the row, one row of favourites (the recent ones), and
 * a sentence where a search finds nothing.
 */
export const ownLook = (none: string) => `
  .emoji, button.emoji { border-radius: var(--radius-sm); }
  .picker { font-family: inherit; }
  .pad-top { height: var(--space-2); }
  .search-row { gap: var(--space-1); padding: 0 var(--space-2) var(--space-2); }
  .search-wrapper { position: relative; }
  .search-wrapper::before {
    position: absolute;
    top: calc(50% - var(--icon-sm) / 2);
    left: var(--space-3);
    width: var(--icon-sm);
    height: var(--icon-sm);
    background: var(--ink-faint);
    content: "";
    mask: ${magnifier} center / contain no-repeat;
    pointer-events: none;
  }
  input.search { height: max(36px, var(--target)); padding-inline-start: 36px; }
  .favorites { display: none; }
  input.search:focus-visible { outline-offset: -1px; }
  .picker:has(.search:not(:placeholder-shown)) :is(slot, .nav) { display: none; }
  .nav { overflow-x: auto; scrollbar-width: none; }
  .nav-button { min-width: max(34px, var(--target)); min-height: max(34px, var(--target)); border-radius: 0; }
  .nav-button[aria-selected="true"] { box-shadow: inset 0 -2px var(--brand); }
  .nav-button:hover { background: var(--hover); }
  .indicator { display: none; }
  .category { padding: var(--space-2) var(--space-3) var(--space-1); }
  .emoji-menu { padding-inline: var(--space-1); }
  .skintone-list { border-radius: var(--radius-md); box-shadow: var(--shadow-2); }
  #search-results:not(:has(.emoji))::after {
    grid-column: 1 / -1;
    padding: var(--space-6) var(--space-3);
    color: var(--ink-soft);
    content: ${JSON.stringify(none)};
    font-size: var(--text-sm);
    text-align: center;
  }
  .message { color: var(--ink-soft); font-size: var(--text-sm); }
`;
