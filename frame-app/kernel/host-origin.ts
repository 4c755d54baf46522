/** Where this document stands, as far as the pin needs it; the real one is `window`. */
export interface Embedding {
  readonly isTopLevel: boolean
  /** `?origin=` of the frame's address, as the host script wrote it. */
  readonly hint: string | null
  /** Origin of the embedding window, where the browser tells (Chromium, WebKit). */
  readonly parentOrigin: string | undefined
}

export type PinnedOrigin =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly reason: 'top-level' | 'unlisted' | 'mismatch' }

/**
 * Pins the one origin that the frame will speak to. The hint alone proves nothing: it must stand in the app's list, and
 * equal the true parent where the browser names it. Elsewhere (Firefox) the pinned `targetOrigin` of the announcement
 * and the origin check of the bridge keep any other parent out.
 */
export function pinHostOrigin(embedding: Embedding, allowed: readonly string[]): PinnedOrigin {
  const { isTopLevel, hint, parentOrigin } = embedding
  if (isTopLevel) return { ok: false, reason: 'top-level' }
  // Whole strings: a suffix or prefix test would let `https://shop.example.evil.example` in.
  if (hint === null || !allowed.includes(hint)) return { ok: false, reason: 'unlisted' }
  if (parentOrigin !== undefined && parentOrigin !== hint) return { ok: false, reason: 'mismatch' }
  return { ok: true, origin: hint }
}

/** Reads the embedding of a window. */
export function embeddingOf(frame: Window): Embedding {
  return {
    isTopLevel: frame.parent === frame,
    hint: new URLSearchParams(frame.location.search).get('origin'),
    parentOrigin: frame.location.ancestorOrigins?.[0],
  }
}
