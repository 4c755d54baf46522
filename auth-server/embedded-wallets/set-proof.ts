import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58Bytes } from '@vitrine/shared/encoding.ts'
import type { ImportedSetWallet, SetWallet } from '@vitrine/shared/wallet/embedded.ts'
import { ethereumAddressOf } from '@vitrine/shared/wallet/ethereum-address.ts'
import {
  ownershipStatement,
  type SetChange,
  type SetOwner,
  setStatement,
} from '@vitrine/shared/wallet/set-statement.ts'
import { solanaAddressOf } from '@vitrine/shared/wallet/solana-address.ts'
import { apiError } from '../errors/api-error.ts'

/** A change of a set, as its request says it. */
interface SetRequest {
  readonly set_id: string
  readonly proof: string
  readonly step_up?: string | undefined
  readonly from_account?: boolean | undefined
}

/**
 * Demands that the set's own key signed this very change, which takes its entropy: who stole a login could otherwise
 * replace the recovery share, and the key would be lost, or add a wallet of theirs to the person's.
 * @throws `invalid_credentials` (422)
 */
export function requireSetProof(owner: SetOwner, change: SetChange, request: SetRequest): void {
  // The proof of a way in is asked for and made by itself, after the key has signed.
  const { proof, step_up: _, from_account: __, ...body } = request
  if (!holds(() => isEd25519(proof, setStatement(owner, change, body), bytes(request.set_id))))
    throw refused('The wallet’s key did not sign this change.')
}

/**
 * Demands that each wallet belongs to its key and that the key says whose it is: sites trust the addresses of a user.
 * @throws `invalid_credentials` (422)
 */
export function requireOwnership(
  owner: SetOwner,
  setId: string,
  wallet: SetWallet | ImportedSetWallet,
): void {
  const statement = ownershipStatement(owner, setId, wallet.address)
  if (!holds(() => CHECKS[wallet.chain_type](wallet, statement)))
    throw refused('The wallet’s key did not sign for this address.')
}

type Signed = Pick<SetWallet, 'address' | 'public_key' | 'signature'>

const CHECKS = {
  ethereum({ address, public_key: publicKey, signature }: Signed, statement: Uint8Array) {
    const key = hexToBytes(publicKey.replace(/^0x/, ''))
    return (
      key.length === 33 &&
      publicKey.startsWith('0x') &&
      ethereumAddressOf(key) === address &&
      secp256k1.verify(bytes(signature), keccak_256(statement), key, { prehash: false, lowS: true })
    )
  },
  solana({ address, public_key: publicKey, signature }: Signed, statement: Uint8Array) {
    const key = base58Bytes(publicKey)
    return key?.length === 32 && solanaAddressOf(key) === address && isEd25519(signature, statement, key)
  },
} as const

/** RFC 8032: a key of small order, which anyone can sign for, is refused. */
const isEd25519 = (signature: string, message: Uint8Array, key: Uint8Array) =>
  ed25519.verify(bytes(signature), message, key, { zip215: false })

/** The libraries throw at bytes that are no key or no signature; whoever sent them gets the same answer. */
function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
const refused = (message: string) => apiError('invalid_credentials', message)
