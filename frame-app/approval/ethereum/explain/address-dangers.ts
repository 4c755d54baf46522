import type { Address } from '../../../chains/ethereum/ports.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { type Danger, warn } from '../../explain/danger.ts'
import type { Facts } from '../reads/facts.ts'
import { borrowedSymbol } from '../reads/known-tokens.ts'
import { tokenAt } from './amounts.ts'
import { type ExplainContext, isSame } from './explain-context.ts'

const NOBODY = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0x0000000000000000000000000000000000000001',
])

/** What is wrong with the token itself. */
export function tokenDangers(context: ExplainContext, address: Address): Danger[] {
  const token = tokenAt(context, address)
  const copied = token ? borrowedSymbol(context.chain, token) : null
  return [
    ...contractDangers(context.facts, address),
    ...(copied ? [warn('danger.copiedToken', { symbol: copied, address: shortAddress(address) })] : []),
  ]
}

/** A call to an address without code does nothing that its data says: only the money goes there. */
export function contractDangers({ accounts }: Pick<Facts, 'accounts'>, address: Address): Danger[] {
  const kind = accounts.get(address.toLowerCase())
  return kind === 'eoa' ? [warn('danger.noContract', { address: shortAddress(address) })] : []
}

export const isNobody = (address: string) => NOBODY.has(address.toLowerCase())

/** @param token the contract of what is sent; `null` for native currency */
export function receiverDangers(context: ExplainContext, receiver: Address, token: Address | null): Danger[] {
  if (isNobody(receiver)) return [warn('danger.toNobody', { address: shortAddress(receiver) })]
  if (token !== null && isSame(receiver, token)) return [warn('danger.toTokenContract')]
  return lookalikeDangers(context, receiver)
}

/**
 * An address that is made to be taken for another one ("address poisoning"): it reads the same where addresses are
 * shortened, and is not the same.
 */
export function lookalikeDangers({ knownAddresses }: ExplainContext, address: Address): Danger[] {
  const short = shortAddress(address).toLowerCase()
  const meant = knownAddresses.find(it => shortAddress(it).toLowerCase() === short && !isSame(it, address))
  return meant === undefined || knownAddresses.some(it => isSame(it, address))
    ? []
    : [warn('danger.lookalike', { address, known: meant })]
}
