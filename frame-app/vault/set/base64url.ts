import { base64Text } from '@vitrine/shared/wallet/signing/base64.ts'

/** RFC 4648 §5, without padding. */
export const toBase64url = (bytes: Uint8Array): string =>
  base64Text(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** @returns `null` for every spelling but the canonical one: two texts must not mean the same bytes */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, character => character.charCodeAt(0))
    return toBase64url(bytes) === text ? bytes : null
  } catch {
    return null
  }
}
