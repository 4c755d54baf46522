import { canonicalJson } from './canonical-json.ts'

/** Whose set it is. */
export interface SetOwner {
  readonly appId: string
  readonly userId: string
}

/** What the key of a set vouches for: a change of it, by the path that performs it. */
export type SetChange = 'register' | 'add-wallet' | 'add-imported' | 'add-sharing' | 'change-recovery'

/**
 * The bytes that the key of a set signs (Ed25519) for one change. The owner is part of it, so that no proof holds in
 * another account.
 * @param body the request without its `proof`
 */
export const setStatement = ({ appId, userId }: SetOwner, change: SetChange, body: object): Uint8Array =>
  new TextEncoder().encode(canonicalJson({ purpose: 'vitrine/embedded-set/v1', change, appId, userId, body }))

/**
 * The bytes by which a wallet's key says whose wallet it is. They start with 0x19 and no version byte of EIP-191 that a
 * wallet signs on request, so that neither `personal_sign`, typed data nor a transaction can yield this signature; no
 * Solana transaction starts like that either, since it would need 25 signers.
 */
export const ownershipStatement = ({ appId, userId }: SetOwner, setId: string, address: string): Uint8Array =>
  new TextEncoder().encode(
    `\x19Vitrine Embedded Wallet:\n${canonicalJson({ address, appId, setId, userId })}`,
  )
