import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58Bytes, base58Text } from '@vitrine/shared/encoding.ts'
import { METADATA } from '../../../chains/solana/programs.ts'

const MARKER = new TextEncoder().encode('ProgramDerivedAddress')

/**
 * A program's address of these seeds: the first, counting down from 255, that is no point of the curve, so that nobody has
 * a key for it.
 * @param program base58. @returns base58; `null` when no number makes one
 */
export function programAddress(seeds: readonly Uint8Array[], program: string): string | null {
  const behind = [base58Bytes(program) ?? new Uint8Array(), MARKER]
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256.create()
    for (const part of [...seeds, Uint8Array.of(bump), ...behind]) hash.update(part)
    const address = hash.digest()
    if (!isOnCurve(address)) return base58Text(address)
  }
  return null
}

/** Where the metadata program keeps what a mint is called. */
export const metadataAddress = (mint: string): string | null =>
  programAddress(
    [
      new TextEncoder().encode('metadata'),
      ...[METADATA, mint].map(key => base58Bytes(key) ?? new Uint8Array()),
    ],
    METADATA,
  )

/** Whether somebody can have a key for the address: a program’s own account is no point of the curve. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    // As the runtime does, which takes coordinates beyond the field's size too.
    ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false
  }
}
