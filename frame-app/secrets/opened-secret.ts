import { base58Text } from '@vitrine/shared/encoding.ts'
import { keyText, kitCode } from '@vitrine/shared/kit/kit.ts'
import { addressOfKey, type ChainType, isAddressOf, keyOfSeed } from './chain-key.ts'
import type { ToldWallet } from './messages.ts'
import { readWords, seedOfWords } from './read-words.ts'

/** What was opened and found to be the wallet's. */
export type OpenedSecret =
  | { readonly type: 'key'; readonly chainType: ChainType; readonly bytes: Uint8Array }
  | { readonly type: 'words'; readonly words: readonly string[] }

/** Wallets that came with another account are shown under a later index than their key has: so many are looked through. */
const SEARCHED = 32

/**
 * Makes sure that what came makes the wallet's address: whoever sent it could have sent a key that is theirs.
 * @param plain 32 bytes of Ethereum, 64 of Solana, or words in UTF-8; wiped, unless it is the key that is returned
 * @returns `null`: it is something else
 */
export async function checkSecret(
  secret: 'private-key' | 'seed-phrase',
  plain: Uint8Array,
  wallet: ToldWallet,
): Promise<OpenedSecret | null> {
  if (secret === 'private-key') {
    if (isKeyOf(plain, wallet)) return { type: 'key', chainType: wallet.chainType, bytes: plain }
    plain.fill(0)
    return null
  }
  const read = readWords(new TextDecoder().decode(plain))
  plain.fill(0)
  if ('problem' in read) return null
  const [index] = await findIndexes(read.words, [wallet])
  return typeof index === 'number' ? { type: 'words', words: read.words } : null
}

function isKeyOf(plain: Uint8Array, { chainType, address }: ToldWallet): boolean {
  if (plain.length !== (chainType === 'ethereum' ? 32 : 64)) return false
  try {
    const made = addressOfKey(chainType, plain.subarray(0, 32))
    // Of Solana's 64 bytes the last are the address itself.
    return isAddressOf(chainType, made, address) && (chainType === 'ethereum' || isLastHalf(plain, address))
  } catch {
    return false
  }
}

const isLastHalf = (plain: Uint8Array, address: string) => base58Text(plain.subarray(32)) === address

/** Where in the words each wallet's key is; `null`: it is of none of them. */
export async function findIndexes(
  words: readonly string[],
  wallets: readonly ToldWallet[],
): Promise<readonly (number | null)[]> {
  const seed = await seedOfWords(words)
  const found = wallets.map(wallet => findIndex(seed, wallet))
  seed.fill(0)
  return found
}

function findIndex(seed: Uint8Array, { chainType, address, walletIndex }: ToldWallet): number | null {
  const makes = (index: number) => {
    const key = keyOfSeed(chainType, seed, index)
    const isIt = isAddressOf(chainType, addressOfKey(chainType, key), address)
    key.fill(0)
    return isIt
  }
  if (walletIndex === null) return null
  if (makes(walletIndex)) return walletIndex
  for (let index = 0; index < SEARCHED; index++) if (makes(index)) return index
  return null
}

/** How a key is written, for the program that it goes to. */
export const KEY_FORMATS = {
  ethereum: ['hex'],
  solana: ['base58', 'json'],
} as const satisfies Record<ChainType, readonly KeyFormat[]>
export type KeyFormat = 'hex' | 'base58' | 'json'

/** The text that is shown and copied. */
export function secretText(secret: OpenedSecret, format: KeyFormat): string {
  if (secret.type === 'words') return kitCode(secret.words)
  // `json`: a file of `solana-keygen`. The others are what wallets take.
  return format === 'json' ? `[${[...secret.bytes].join(',')}]` : keyText(secret.chainType, secret.bytes)
}
