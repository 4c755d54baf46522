import { createHmac, hkdfSync } from 'node:crypto'
import type { JWK } from 'jose'

/** A nonce is good for this long at least, and twice as long at most. A device that was silent for longer asks once more. */
const WINDOW_MS = 5 * 60_000

/**
 * Nonces of the server's for DPoP proofs (RFC 9449 §8 and §9). Whoever gets to use a device's key for a moment can make proofs
 * for any time to come; without the server's nonce of that time they are worth nothing. They are an HMAC of the time, so that
 * all processes know them and nothing is stored; that a proof is used once is `database/nonce.ts`'s.
 */
export interface DpopNonces {
  /** The one to put into a proof that is made now. @param now unix ms */
  current(now: number): string
  isGood(nonce: unknown, now: number): boolean
}

export function createDpopNonces(secret: Uint8Array): DpopNonces {
  const nonceOf = (window: number) =>
    createHmac('sha256', secret).update(`${window}`).digest('base64url').slice(0, 22)
  const windowOf = (now: number) => Math.floor(now / WINDOW_MS)
  return {
    current: now => nonceOf(windowOf(now)),
    // The next one too: another process may be a moment ahead. No secret is compared: each is given to whoever asks.
    isGood: (nonce, now) => [0, -1, 1].some(off => nonce === nonceOf(windowOf(now) + off)),
  }
}

/**
 * From the keys that sign tokens, which every process has and no row shows. A nonce of any of them is good: two processes need not
 * take a new key at the same moment.
 * @param keys the one that signs first
 */
export function dpopNoncesOf(keys: () => readonly JWK[]): DpopNonces {
  const known = new Map<string, DpopNonces>()
  const noncesOf = ({ d }: JWK): DpopNonces => {
    if (d === undefined) throw new Error('The token key has no private half')
    const nonces = known.get(d) ?? createDpopNonces(secretOf(d))
    known.set(d, nonces)
    return nonces
  }
  return {
    current(now) {
      const [signing] = keys()
      if (!signing) throw new Error('There is no token key')
      return noncesOf(signing).current(now)
    },
    isGood: (nonce, now) => keys().some(key => noncesOf(key).isGood(nonce, now)),
  }
}

const secretOf = (d: string) =>
  new Uint8Array(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'vitrine dpop nonce', 32))
