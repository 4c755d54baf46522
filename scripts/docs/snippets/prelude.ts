import type { Vitrine } from '@vitrine/host-sdk'
import '@vitrine/host-sdk/global'

/**
 * What a reader of the guides has before a snippet begins: the instance, and what is their own. Nothing else is taken for granted; all
 * other names a snippet imports or makes.
 */
declare global {
  /** The instance of the script tag, or of `createVitrine`. */
  const vitrine: Vitrine
  /** The site's own login. */
  const auth: {
    /** A JWT; `null` when nobody is logged in. */
    currentToken(): string | null
    onChange(listener: () => void): () => void
  }
  /** Of the app, in the backend's settings. */
  const appId: string
  const appSecret: string
  /** What the site does next. */
  function greet(user: { readonly id: string }): void
  function retry(): void
}
