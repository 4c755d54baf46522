import { base58 } from '@scure/base'
import { type BatchOwner, batchOwner } from '@vitrine/shared/wallet/batch-import.ts'
import { wholeNumber } from '@vitrine/shared/whole-number.ts'
import * as z from 'zod/mini'
import { CHAIN_KEYS, type ChainType } from '../signer/chain-keys.ts'
import { readPrivateKey } from '../signer/keys/brought-key.ts'
import { normalOwner } from '../wallet/import/batch-owner.ts'
import { refusedKey } from '../wallet/import/refused-key.ts'
import { CommandError } from './command.ts'

/** A line of the operator's file, read: what is to be encrypted, for whom. */
export interface BroughtWallet {
  readonly owner: BatchOwner
  readonly chainType: ChainType
  readonly address: string
  readonly entropyType: 'private-key' | 'hd'
  readonly index: number
  /** The key's bytes, or words; wiped once they are encrypted. */
  readonly secret: Uint8Array
}

const common = {
  owner: batchOwner,
  chain_type: z.enum(['ethereum', 'solana']),
  address: z.optional(z.string()),
}
const byte = wholeNumber.check(z.nonnegative(), z.maximum(255))
const line = z.union([
  z.strictObject({
    ...common,
    private_key: z.union([z.string(), z.array(byte).check(z.minLength(64), z.maxLength(64))]),
  }),
  z.strictObject({
    ...common,
    mnemonic: z.string(),
    index: z.optional(wholeNumber.check(z.nonnegative(), z.maximum(2 ** 31 - 1))),
  }),
])

/**
 * Reads one line.
 * @throws CommandError | VitrineError, which quote nothing of it: there is a key in it
 */
export function readWalletLine(text: string): BroughtWallet {
  const parsed = line.safeParse(parseJson(text))
  if (!parsed.success)
    throw new CommandError(
      'The line is not {"owner": …, "chain_type": …, "private_key": …}, or with "mnemonic" and "index".',
    )
  const { data } = parsed
  const owner = normalOwner(data.owner)
  const chainType = data.chain_type
  const isWords = 'mnemonic' in data
  const index = isWords ? (data.index ?? 0) : 0
  const entropyType = isWords ? 'hd' : 'private-key'
  const secret = isWords ? new TextEncoder().encode(data.mnemonic) : keyBytes(data.private_key, chainType)
  const key = secret && readPrivateKey(secret, { chain_type: chainType, entropy_type: entropyType, index })
  if (!secret || !key || typeof key === 'string') {
    secret?.fill(0)
    throw refusedKey(typeof key === 'string' ? key : 'key')
  }
  const address = CHAIN_KEYS[chainType].addressOf(key)
  key.fill(0)
  if (data.address !== undefined && !isSame(chainType, data.address, address)) {
    secret.fill(0)
    throw refusedKey('address')
  }
  return { owner, chainType, address, entropyType, index, secret }
}

/** The words of `JSON.parse` would quote the line. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError('The line is not valid JSON.')
  }
}

function keyBytes(key: string | number[], chainType: ChainType): Uint8Array | null {
  if (typeof key !== 'string') return Uint8Array.from(key)
  const text = key.trim()
  if (chainType === 'ethereum')
    return /^(0x)?[\da-f]{64}$/i.test(text) ? new Uint8Array(Buffer.from(text.slice(-64), 'hex')) : null
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}

/** Ethereum's letters may be of any case (EIP-55). */
const isSame = (chainType: ChainType, named: string, address: string) =>
  chainType === 'ethereum' ? named.toLowerCase() === address.toLowerCase() : named === address
