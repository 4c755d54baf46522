/** What is used of WebExtensions' API. */
export interface BrowserApi {
  readonly runtime: {
    readonly id: string
    sendMessage(message: unknown): Promise<unknown>
    readonly onMessage: {
      addListener(
        listener: (
          message: never,
          sender: { readonly origin?: string },
          reply: (answer: unknown) => void,
        ) => boolean,
      ): void
    }
  }
}
export const browser = (globalThis as typeof globalThis & { chrome: BrowserApi }).chrome
