declare module 'jsdom' {
  /** Window of a page without a browser, with the parts used here. */
  export type DOMWindow = Window & typeof globalThis;

  /** Page without a browser. */
  export class JSDOM {
    constructor(html: string, options: { url: string; runScripts: 'outside-only' });
    readonly window: DOMWindow;
  }
}
