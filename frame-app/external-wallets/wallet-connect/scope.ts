import { SOLANA_CAIP2 } from '@vitrine/shared/chains/solana-caip2.ts'
import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { base58Bytes } from '@vitrine/shared/encoding.ts'
import { type Address, getAddress } from 'viem'
import type { ChainType } from '../ports.ts'

const NAMESPACES = { ethereum: 'eip155', solana: 'solana' } as const
const METHODS = {
  ethereum: [
    ...['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
    ...['wallet_switchEthereumChain', 'wallet_addEthereumChain'],
  ],
  solana: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
} as const
const EVENTS = ['accountsChanged', 'chainChanged']

/** The chains of the app; the first is where an Ethereum wallet starts. */
export interface AppChains {
  /** Decimal chain ids (EIP-155). */
  readonly ethereum: readonly number[]
  readonly solana: readonly SolanaChain[]
}

/** What a phone is asked for (CAIP-25). */
export interface Asked {
  readonly chainType: ChainType
  /** CAIP-2. */
  readonly chains: readonly string[]
}

/** What it agreed to. */
export interface Scope {
  /** Each account's chains (CAIP-2), in the wallet's order. */
  readonly accounts: ReadonlyMap<string, readonly string[]>
  /** WalletConnect's names. */
  readonly methods: ReadonlySet<string>
}

export const askedOf = (chainType: ChainType, chains: AppChains): Asked => ({
  chainType,
  chains:
    chainType === 'ethereum'
      ? chains.ethereum.map(id => `eip155:${id}`)
      : chains.solana.map(chain => SOLANA_CAIP2[chain]),
})

/** `optionalNamespaces` of a proposal: as required ones they would keep out a wallet that has one chain less. */
export const proposalOf = ({ chainType, chains }: Asked) => ({
  [NAMESPACES[chainType]]: { chains: [...chains], methods: [...METHODS[chainType]], events: EVENTS },
})

/** @returns `null` for a name that is not a cluster's */
export const solanaId = (chain: string): string | null =>
  Object.hasOwn(SOLANA_CAIP2, chain) ? SOLANA_CAIP2[chain as SolanaChain] : null

/** Of more accounts than anybody has, an answer is read no further. */
const ACCOUNT_LIMIT = 1_024
const CAIP10 = /^([a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):([a-zA-Z0-9]{1,64})$/

/**
 * The namespaces of a session, as the phone settled or changed them. The library compares them with nothing that was asked.
 * @returns `null` where there is a namespace or a chain that nobody asked for, an account that is none, or no account at all
 */
export function readScope(namespaces: unknown, asked: Asked): Scope | null {
  const accounts = new Map<string, string[]>()
  const methods = new Set<string>()
  for (const [key, namespace] of Object.entries(Object(namespaces))) {
    // A key is the namespace, or one chain of it.
    const isWhole = key === NAMESPACES[asked.chainType]
    if (!isWhole && !asked.chains.includes(key)) return null
    const given = textsOf(namespace, 'accounts')
    const chains = textsOf(namespace, 'chains')
    if (given.length > ACCOUNT_LIMIT || !chains.every(chain => asked.chains.includes(chain))) return null
    for (const account of given) {
      const [, chain = '', text = ''] = CAIP10.exec(account) ?? []
      const address = readAddress(text, asked.chainType)
      if (address === null || !asked.chains.includes(chain) || !(isWhole || chain === key)) return null
      accounts.set(address, [...(accounts.get(address) ?? []), chain])
    }
    for (const method of textsOf(namespace, 'methods')) methods.add(method)
  }
  return accounts.size > 0 ? { accounts, methods } : null
}

const textsOf = (namespace: unknown, field: string): string[] => {
  const list: unknown = Object(namespace)[field]
  return Array.isArray(list) ? list.filter(item => typeof item === 'string') : []
}

/** In the one spelling by which accounts are compared. @returns `null` when it is no address of such a chain */
export function readAddress(text: string, chainType: ChainType): string | null {
  if (chainType === 'solana') return base58Bytes(text)?.length === 32 ? text : null
  return /^0x[\da-fA-F]{40}$/.test(text) ? getAddress(text.toLowerCase() as Address) : null
}
