/**
 * Reads an absolute URL. `URL.canParse` and `URL.parse` are newer than the oldest browsers (`bridge/browsers.ts`).
 * @returns `null` for text that is no absolute URL
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
