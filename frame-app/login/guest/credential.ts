import { guestCredential } from '@vitrine/shared/api/login/guest.ts'
import type { KeptText } from '../../ui/kernel-context.ts'

/** The credential of this browser's guest, made at first use: 32 random bytes, base64url. Whoever has them is the guest. */
export function readCredential(kept: KeptText): string {
  const known = kept.read()
  if (known !== null && guestCredential.safeParse(known).success) return known
  const made = newCredential()
  kept.write(made)
  return made
}

function newCredential(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
