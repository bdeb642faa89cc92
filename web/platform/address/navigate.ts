type Navigate = (to: string) => Promise<void>;

let go: Navigate | undefined;

/** Registers the router's navigation function, once the router exists. */
export function navigateBy(navigate: Navigate): void {
  go = navigate;
}

/** Navigates to an address of this page, from code outside React. */
export async function navigateTo(to: string): Promise<void> {
  await go?.(to);
}
