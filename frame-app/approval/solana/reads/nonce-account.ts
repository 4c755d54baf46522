import { base58Text } from '@vitrine/shared/encoding.ts'
import type { ChainAccount } from '../../../chains/solana/ports.ts'
import { SYSTEM } from '../../../chains/solana/programs.ts'

/** `nonce::state::Versions`: its version, its kind, the authority, the stored value, the fee. */
const SIZE = 80
const KIND = 4
const INITIALIZED = 1
const VALUE = 40

/** Whether a nonce account stores this value now: a transaction with any other is taken up by no node. @param value base58 */
export function holdsNonce(account: ChainAccount | null | undefined, value: string): boolean {
  if (account?.owner !== SYSTEM || account.data.length !== SIZE) return false
  return account.data[KIND] === INITIALIZED && base58Text(account.data.subarray(VALUE, VALUE + 32)) === value
}
