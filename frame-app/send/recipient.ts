import { base58Bytes } from '@vitrine/shared/encoding.ts'
import { getAddress } from 'viem'
import { isNobody } from '../approval/ethereum/explain/address-dangers.ts'
import { singleLine } from '../approval/readable-text.ts'
import * as programs from '../chains/solana/programs.ts'
import type { HeldOn } from '../portfolio/ports.ts'
import { isSameAddress, type Recipient } from '../recipients/address-book.ts'
import { shortAddress } from '../ui/short-address.ts'
import { type NameService, nameServiceOf } from './names/name-service.ts'

/** What is wrong with a recipient, each told in a sentence of its own (`recipient.*`). */
export type RecipientProblem =
  | 'unreadable'
  /** EIP-55: one of its characters is not what its owner wrote. */
  | 'checksum'
  | 'nobody'
  | 'own'
  | 'token'
  /** An address of the other chain family. */
  | 'otherChain'
  | 'noNames'
  | 'nameUnknown'
  /** Its owner has it answered by a server of theirs, which nobody here has agreed to ask. */
  | 'nameOffchain'
  | 'nameUnsure'
  | 'noAnswer'

/** What a person typed or pasted as the recipient. */
export type TypedRecipient =
  | { readonly kind: 'empty' }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'name'; readonly name: string; readonly service: NameService }
  | { readonly kind: 'problem'; readonly problem: RecipientProblem }

/** What a recipient is judged by. */
export interface RecipientContext {
  readonly chain: HeldOn
  /** The wallet that sends. */
  readonly wallet: string
  /** Contracts and mints of the chain's tokens, as far as they are known: what is sent to one of them is lost. */
  readonly tokens: readonly string[]
}

const problem = (problem: RecipientProblem) => ({ kind: 'problem', problem }) as const

/** Reads a recipient. Nothing is asked of anybody. */
export function readRecipient(typed: string, context: RecipientContext): TypedRecipient {
  // What is copied from a page may bring characters along that nobody sees.
  const text = singleLine(typed)
  if (text === '') return { kind: 'empty' }
  const { chain } = context
  const isEthereum = /^0x[0-9a-f]{40}$/i.test(text)
  const isSolana = base58Bytes(text)?.length === 32
  if (isEthereum || isSolana) {
    if (isEthereum !== (chain.type === 'ethereum')) return problem('otherChain')
    return checkAddress(text, context)
  }
  if (!/^[^\s@/:]{1,251}\.[^\s@/:.]{2,}$/u.test(text)) return problem('unreadable')
  const service = nameServiceOf(chain, text)
  return service ? { kind: 'name', name: text, service } : problem('noNames')
}

/** An address, typed or found by its name: whether anything sent there would arrive with somebody else. */
export function checkAddress(
  address: string,
  { chain, wallet, tokens }: RecipientContext,
): Extract<TypedRecipient, { kind: 'address' | 'problem' }> {
  const is = (other: string) => isSameAddress(chain.type, address, other)
  if (chain.type === 'ethereum') {
    const hasCase = /[a-f]/.test(address.slice(2)) && /[A-F]/.test(address.slice(2))
    const checked = getAddress(address.toLowerCase())
    if (hasCase && address !== checked) return problem('checksum')
    if (isNobody(address)) return problem('nobody')
    if (is(wallet)) return problem('own')
    return tokens.some(is) ? problem('token') : { kind: 'address', address: checked }
  }
  if (NOT_WALLETS.has(address)) return problem('nobody')
  if (is(wallet)) return problem('own')
  return tokens.some(is) ? problem('token') : { kind: 'address', address }
}

/** The programs that the wallet knows, and the address at which Solana destroys what it is sent. */
const NOT_WALLETS: ReadonlySet<string> = new Set([
  ...Object.values(programs),
  '1nc1nerator11111111111111111111111111111111',
])

/** How well a recipient is known; `lookalike`: it reads like one who is, where addresses are shortened, and is another. */
export type Acquaintance =
  | { readonly kind: 'known'; readonly recipient: Recipient }
  | { readonly kind: 'own' }
  | { readonly kind: 'first' }
  | { readonly kind: 'lookalike'; readonly known: string }

/** @param own the person's other wallets */
export function acquaintance(
  chainType: Recipient['chainType'],
  address: string,
  book: readonly Recipient[],
  own: readonly string[],
): Acquaintance {
  const same = (other: string) => isSameAddress(chainType, address, other)
  if (own.some(same)) return { kind: 'own' }
  const recipient = book.find(it => it.chainType === chainType && same(it.address))
  if (recipient) return { kind: 'known', recipient }
  const short = shortAddress(address).toLowerCase()
  const known = [...book.filter(it => it.chainType === chainType).map(it => it.address), ...own].find(
    it => shortAddress(it).toLowerCase() === short,
  )
  return known === undefined ? { kind: 'first' } : { kind: 'lookalike', known }
}
