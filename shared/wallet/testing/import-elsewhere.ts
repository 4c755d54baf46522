import { decrypt, encrypt } from '@metamask/browser-passworder'
import { HdKeyring } from '@metamask/eth-hd-keyring'
import { base58 } from '@scure/base'
import { createKeyPairSignerFromBytes } from '@solana/kit'
import { Keypair } from '@solana/web3.js'
import { computeAddress, getAddress, HDNodeWallet, Mnemonic, Wallet } from 'ethers'

/**
 * What an export shows, brought into the wallets and tools of others by their own code. Each function gives the addresses that
 * are found there, and throws what the other says of a key that it does not take.
 */

/** MetaMask's, and every wallet's that goes by BIP-44; the wallet's index follows. */
const ETHEREUM_PATH = "m/44'/60'/0'/0"
/** Few, for the tests' sake: a vault says itself by how many rounds its key is made. */
const VAULT_ROUNDS = { algorithm: 'PBKDF2', params: { iterations: 10_000 } } as const

/** @param key hex, with 0x or without */
export const keyIntoEthers = (key: string): string => new Wallet(key).address

/** @returns of the first wallets, by index */
export const wordsIntoEthers = (words: string, count = 1): readonly string[] =>
  Array.from(
    { length: count },
    (_, index) => HDNodeWallet.fromPhrase(words, undefined, `${ETHEREUM_PATH}/${index}`).address,
  )

/** MetaMask's secret recovery phrase: its keyring takes the words, and is itself again out of the locked vault. */
export async function wordsIntoMetaMask(words: string, count = 1): Promise<readonly string[]> {
  // What the extension asks before its keyring has the words, which takes any.
  if (!Mnemonic.isValidMnemonic(words)) throw new TypeError('Invalid Secret Recovery Phrase')
  const keyring = new HdKeyring()
  await keyring.deserialize({ mnemonic: words, numberOfAccounts: count, hdPath: ETHEREUM_PATH })
  const [entry] = await throughVault([{ type: 'HD Key Tree', data: await keyring.serialize() }])
  const unlocked = new HdKeyring()
  await unlocked.deserialize(entry?.data as Parameters<HdKeyring['deserialize']>[0])
  return (await unlocked.getAccounts()).map(it => getAddress(it))
}

/** MetaMask's "Import account": a keyring of single keys, which the vault has as hex without 0x. @param key hex, with 0x or without */
export async function keyIntoMetaMask(key: string): Promise<string> {
  const hex = key.replace(/^0x/, '')
  const [entry] = await throughVault([{ type: 'Simple Key Pair', data: [hex] }])
  const [kept] = (entry?.data ?? []) as readonly string[]
  return computeAddress(`0x${kept}`)
}

interface VaultEntry {
  readonly type: string
  readonly data: unknown
}

/** Locks and unlocks as the extension does: the vault is JSON text with `data`, `iv`, `salt` and how the key is made. */
async function throughVault(entries: readonly VaultEntry[]): Promise<readonly VaultEntry[]> {
  const password = crypto.randomUUID()
  const vault = await encrypt(password, entries, undefined, undefined, VAULT_ROUNDS)
  return (await decrypt(password, vault)) as readonly VaultEntry[]
}

/** Of Solana, in the form that Phantom and others show. @param secret base58 of 64 bytes: seed, then public key */
export async function keyIntoPhantom(secret: string): Promise<string> {
  return secretKeyAddress(base58.decode(secret))
}

/** The file that `solana-keygen` writes and reads. @param json 64 numbers: seed, then public key */
export async function jsonIntoSolanaKeygen(json: string): Promise<string> {
  const numbers: unknown = JSON.parse(json)
  const isKey = Array.isArray(numbers) && numbers.length === 64 && numbers.every(isByte)
  if (!isKey) throw new TypeError('A key file has 64 numbers from 0 to 255.')
  return secretKeyAddress(Uint8Array.from(numbers as number[]))
}

const isByte = (it: unknown) => Number.isInteger(it) && Number(it) >= 0 && Number(it) <= 255

/** Both of Solana's libraries check that the public key is the seed's; they must find the same. */
async function secretKeyAddress(secret: Uint8Array): Promise<string> {
  const { address } = await createKeyPairSignerFromBytes(secret)
  const older = Keypair.fromSecretKey(secret).publicKey.toBase58()
  if (older !== address) throw new Error(`${older} is not ${address}`)
  return address
}
