import { hexText } from '@vitrine/shared/encoding.ts'
import type { KitFacts } from '../secrets/messages.ts'
import { type HeldWallet, isEmbedded } from '../session/held-wallet.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { toldWallet } from './told-wallet.ts'

/** The page that brings wallets back without the server. */
const RECOVERY_PAGE = '/recovery.html'

/** What a kit says besides the secret. Which wallets are of the secret, the document finds out itself. */
export async function kitFacts(
  { app }: Pick<Kernel, 'app'>,
  wallets: readonly HeldWallet[],
  own: Window,
  signal: AbortSignal,
): Promise<KitFacts> {
  return {
    app: app.name,
    origin: own.location.origin,
    createdAt: Date.now(),
    pageHash: await hashOf(RECOVERY_PAGE, signal),
    wallets: wallets.filter(isEmbedded).map(toldWallet).slice(0, 64),
  }
}

/** SHA-256, hex; `null`: it cannot be had now. The kit does without it. */
async function hashOf(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(path, { signal, credentials: 'omit' })
    if (!answer.ok) return null
    return hexText(new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())))
  } catch {
    return null
  }
}
