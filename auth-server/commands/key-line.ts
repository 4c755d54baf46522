import { base58Bytes } from '@vitrine/shared/encoding.ts'
import { sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import { type BatchItem, batchOwner } from '@vitrine/shared/wallet/batch-import.ts'
import * as z from 'zod'
import { bip39Seed, entropyOfPhrase } from '../signer/bip39.ts'
import { CHAIN_KEYS } from '../signer/chain-keys.ts'

/** A line of a file of keys: what is sent of it, or what is wrong. The key is wiped by who read it. */
export type ReadLine =
  | { readonly number: number; readonly problem: string }
  | {
      readonly number: number
      readonly owner: BatchItem['owner']
      readonly chainType: 'ethereum' | 'solana'
      readonly address: string
      /** 32 bytes. */
      readonly key: Uint8Array
    }

const line = z.strictObject({
  owner: batchOwner,
  chain_type: z.enum(['ethereum', 'solana']),
  /** Hex of Ethereum; of Solana base58, or the array of bytes that `solana-keygen` writes. */
  private_key: z.optional(z.union([z.string(), z.array(z.number().int().min(0).max(255)).max(64)])),
  mnemonic: z.optional(z.string()),
  index: z.optional(z.number().int().min(0).max(0x7fffffff)),
  address: z.optional(z.string()),
})
type Line = z.infer<typeof line>

/** @param text never quoted in what is said of it */
export function readKeyLine(text: string, number: number): ReadLine {
  const parsed = line.safeParse(parse(text))
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') || 'the line'
    return { number, problem: `${field} is not as it should be.` }
  }
  const { owner, chain_type: chainType, address: named } = parsed.data
  const key = readKey(parsed.data)
  if (typeof key === 'string') return { number, problem: key }
  try {
    const address = CHAIN_KEYS[chainType].addressOf(key)
    const isSame =
      chainType === 'ethereum' ? named?.toLowerCase() === address.toLowerCase() : named === address
    if (named === undefined || isSame) return { number, owner, chainType, address, key }
  } catch {
    key.fill(0)
    return { number, problem: 'the key is not valid.' }
  }
  key.fill(0)
  return { number, problem: `the key is of another address than ${named.slice(0, 64)}.` }
}

/** Encrypts the key of a line for the signer. */
export async function sealLine(
  { owner, chainType, address, key }: Extract<ReadLine, { key: Uint8Array }>,
  recipient: string,
): Promise<BatchItem> {
  const sealed = await sealKey(recipient, key)
  const named = { chain_type: chainType, address }
  return { owner, wallet: { ...named, entropy_type: 'private-key', encryption_type: 'HPKE', ...sealed } }
}

/** @returns 32 bytes, or what is wrong */
function readKey({
  chain_type: chainType,
  private_key: given,
  mnemonic,
  index = 0,
}: Line): Uint8Array | string {
  if ((given === undefined) === (mnemonic === undefined)) return 'write either private_key or mnemonic.'
  if (mnemonic !== undefined) {
    const entropy = entropyOfPhrase(Buffer.from(mnemonic, 'utf8'))
    if (entropy === 'words') return 'mnemonic is not 12 to 24 words of the English list.'
    if (entropy === 'checksum') return 'a word of mnemonic is wrong or in another place.'
    const seed = bip39Seed(entropy)
    entropy.fill(0)
    try {
      return CHAIN_KEYS[chainType].derive(seed, index)
    } finally {
      seed.fill(0)
    }
  }
  const bytes = typeof given === 'object' ? Uint8Array.from(given) : bytesOf(chainType, given ?? '')
  if (bytes?.length === 32) return bytes
  if (chainType !== 'solana' || bytes?.length !== 64) return 'private_key is not valid.'
  const key = bytes.slice(0, 32)
  const own = base58Bytes(CHAIN_KEYS.solana.publicKeyOf(key))
  return own?.every((byte, at) => byte === bytes[32 + at]) ? key : 'private_key is not valid.'
}

const bytesOf = (chainType: Line['chain_type'], text: string): Uint8Array | null =>
  chainType === 'solana'
    ? (base58Bytes(text) ?? null)
    : /^(?:0x)?[\da-fA-F]{64}$/.test(text)
      ? Uint8Array.from(Buffer.from(text.replace(/^0x/, ''), 'hex'))
      : null

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
