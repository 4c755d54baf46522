import { ACCOUNT_LIMIT, SIGNATURE_LIMIT } from '@vitrine/shared/bridge/relay-limits.ts'
import { copyBytes, read, readList, textOf } from './foreign.ts'
import { RelayFailure } from './relay-error.ts'

const ETHEREUM_ADDRESS = /^0x[\da-f]{40}$/i
const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
/** A transaction of Solana has 1,232 bytes, a message to sign at most as many in wallets that know the limit. */
const BYTES_LIMIT = 65_536

const wrong = (what: string) =>
  new RelayFailure(null, `The wallet answered with something else than ${what}.`, 'answer')

/** Addresses of an Ethereum wallet, each once; what is no address is left out. */
export function ethereumAccounts(value: unknown): string[] {
  const found = readList(value, ACCOUNT_LIMIT).flatMap(it => textOf(it, 42) ?? [])
  return [...new Set(found.filter(it => ETHEREUM_ADDRESS.test(it)))]
}

export interface SolanaAccount {
  readonly address: string
  /** The wallet's own object, by which its features know the account. */
  readonly account: unknown
}

/** Accounts of a Wallet Standard wallet that are Solana's. A wallet may hold those of other chains beside them. */
export function solanaAccounts(value: unknown): SolanaAccount[] {
  const found = new Map<string, SolanaAccount>()
  for (const account of readList(value, ACCOUNT_LIMIT)) {
    const address = textOf(read(account, 'address'), 44)
    const isSolana = readList(read(account, 'chains'), ACCOUNT_LIMIT).some(it =>
      textOf(it, 64)?.startsWith('solana:'),
    )
    if (address && isSolana && SOLANA_ADDRESS.test(address) && !found.has(address))
      found.set(address, { address, account })
  }
  return [...found.values()]
}

/** A chain's number out of what wallets give: hex or decimal text, a number or a bigint. `null` for anything else. */
export function chainIdOf(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'bigint' ? `${value}` : textOf(value, 32)
  if (!text || !/^(0x[\da-f]+|\d+)$/i.test(text)) return null
  const chainId = Number(text)
  return chainId > 0 && Number.isSafeInteger(chainId) ? chainId : null
}

/** @throws RelayFailure `answer` */
export function signatureOf(value: unknown): { readonly signature: string } {
  const signature = textOf(value, SIGNATURE_LIMIT)
  if (!signature || !/^0x(?:[\da-f]{2})+$/i.test(signature)) throw wrong('a signature')
  return { signature }
}

/** @throws RelayFailure `answer` */
export function hashOf(value: unknown): { readonly hash: string } {
  const hash = textOf(value, 66)
  if (!hash || !/^0x[\da-f]{64}$/i.test(hash)) throw wrong('a transaction hash')
  return { hash }
}

/** @throws RelayFailure `answer` */
export function bytesOf<Name extends string>(
  output: unknown,
  ...names: readonly Name[]
): Record<Name, Uint8Array> {
  const copied = names.map(name => {
    const bytes = copyBytes(read(output, name), BYTES_LIMIT)
    if (!bytes) throw wrong(`\`${name}\``)
    return [name, bytes]
  })
  return Object.fromEntries(copied)
}

/** @throws RelayFailure `answer` */
export function solanaAddressOf(value: unknown): string {
  const address = textOf(value, 44)
  if (!address || !SOLANA_ADDRESS.test(address)) throw wrong('an address')
  return address
}
