type Navigate = (to: string) => Promise<void>;

let go: Navigate | undefined;

/** Takes up how the page goes to an address: the router says it once it is made. */
export function navigateBy(navigate: Navigate): void {
  go = navigate;
}

/** Goes to an address of this page, from outside of what is drawn. */
export async function navigateTo(to: string): Promise<void> {
  await go?.(to);
}
