import type { BridgeQuoteRequest } from '@vitrine/shared/api/funding.ts'
import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import { BUILT_IN_CHAINS } from '@vitrine/shared/chains/defaults.ts'
import { parseSolanaChain } from '@vitrine/shared/chains/solana-caip2.ts'
import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { readAddress } from '@vitrine/shared/funding/address.ts'
import type { App } from '../../apps/registry.ts'
import { apiError } from '../../errors/api-error.ts'
import type { BridgeAsked } from './provider.ts'

/**
 * Reads what is to be brought from where to where.
 * @param to the user's own wallet, its address read
 * @throws `unsupported_chain_id` (422) for a chain that the app does not have; `invalid_data` (400)
 */
export function readAsked(app: App, { from, to, amount }: BridgeQuoteRequest, wallet: string): BridgeAsked {
  const origin = chainOf(app, from.chain)
  const target = chainOf(app, to.chain)
  if (typeof origin.chain !== 'number')
    throw apiError('invalid_data', 'from.chain: money is brought from chains of Ethereum’s kind.')
  if (origin.chain === target.chain) throw apiError('invalid_data', 'The money is on that chain already.')
  if (origin.isTestnet !== target.isTestnet)
    throw apiError('invalid_data', 'Between a test network and a main network nothing is brought.')
  return {
    from: {
      address: ethereumAddress(from.address, 'from.address'),
      chain: origin.chain,
      currency: from.currency === null ? null : ethereumAddress(from.currency, 'from.currency'),
    },
    to: {
      address: wallet,
      chain: target.chain,
      currency: to.currency === null ? null : addressOn(target.chain, to.currency, 'to.currency'),
    },
    amount: BigInt(amount),
    isTestnet: origin.isTestnet,
  }
}

interface KnownChain {
  readonly chain: number | SolanaChain
  readonly isTestnet: boolean
}

/** Among the app's own, or, where it names none, the built-in ones. */
function chainOf({ config }: App, name: string): KnownChain {
  const cluster = parseSolanaChain(name)
  if (cluster !== null) return { chain: cluster, isTestnet: cluster !== 'solana:mainnet' }
  const id = parseEip155(name)
  const configured = config.chains.find(it => it.id === id)
  if (configured) return { chain: configured.id, isTestnet: configured.testnet }
  const builtIn = config.chains.length === 0 ? BUILT_IN_CHAINS.find(it => it.id === id) : undefined
  if (!builtIn) throw apiError('unsupported_chain_id', `${name} is not among this app’s chains.`)
  return { chain: builtIn.id, isTestnet: builtIn.isTestnet ?? false }
}

const ethereumAddress = (written: string, field: string) => addressOn(1, written, field) as `0x${string}`

function addressOn(chain: number | SolanaChain, written: string, field: string): string {
  const read = readAddress(typeof chain === 'number' ? 'ethereum' : 'solana', written)
  if (read === null)
    throw apiError('invalid_data', `${field}: this is no address there. A character of it may be wrong.`)
  return read
}
