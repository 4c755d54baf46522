import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58Bytes, base58Text } from '@vitrine/shared/encoding.ts'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_ACCOUNT_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/**
 * The account in which a wallet has a token by default (SPL Associated Token Account): the program address of owner, token
 * program and mint.
 * @returns base58; `null` for what are no addresses
 */
export function tokenAccountOf(owner: string, mint: string): string | null {
  const seeds = [owner, TOKEN_PROGRAM, mint].map(base58Bytes)
  const program = base58Bytes(TOKEN_ACCOUNT_PROGRAM)
  if (!program || !seeds.every(seed => seed?.length === 32)) return null
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const seed of seeds) hash.update(seed ?? '')
    const address = hash.update(Uint8Array.of(bump)).update(program).update('ProgramDerivedAddress').digest()
    // One that has a private key is no program's.
    if (!isOnCurve(address)) return base58Text(address)
  }
  return null
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
