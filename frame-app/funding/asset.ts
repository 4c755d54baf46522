import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { toBaseUnits } from '@vitrine/shared/funding/amount.ts'
import type { FundingAsset, FundingRequest } from '@vitrine/shared/funding/request.ts'
import { readToken } from '../approval/ethereum/reads/token.ts'
import { exactAmount } from '../approval/explain/numbers.ts'
import type { Address } from '../chains/ethereum/ports.ts'
import type { EffectiveConfig } from '../config/effective.ts'
import { heldOn as ethereumHeldOn } from '../portfolio/ethereum/coins.ts'
import type { HeldOn } from '../portfolio/ports.ts'
import { heldOn as solanaHeldOn } from '../portfolio/solana/coins.ts'
import { shortAddress } from '../ui/short-address.ts'
import { type ChainKernel, ethereumNetwork } from './arrival/read-balance.ts'

/** A request whose asset is known as far as screens need it. */
export type KnownRequest = FundingRequest & {
  readonly asset: FundingAsset & { readonly symbol: string; readonly decimals: number }
}

/** The request, where nothing of its asset has to be read on the chain; else `null`. */
export function knownRequest(request: FundingRequest): KnownRequest | null {
  const { symbol, decimals } = request.asset
  return symbol === null || decimals === null ? null : (request as KnownRequest)
}

/**
 * The same once its token's contract has said what it is. What it says is a claim: only the address is the token.
 * @throws VitrineError `not_supported` for what is no ERC-20 token; `invalid_data` for an amount with more decimals than it has; as
 *   `EthereumNetworks.of`
 */
export async function readRequest(
  kernel: ChainKernel,
  request: FundingRequest,
  signal: AbortSignal,
): Promise<KnownRequest> {
  const known = knownRequest(request)
  if (known) return known
  const address = request.asset.address as Address
  const network = await ethereumNetwork(kernel, request.chain)
  const { decimals, symbol } = await readToken(network, address, request.address as Address, signal)
  if (decimals === null)
    throw clientError('not_supported', `${shortAddress(address)} is no token that can be read.`)
  if (request.amount !== null) toBaseUnits(request.amount, decimals)
  const asset = { ...request.asset, decimals, symbol: symbol ?? shortAddress(address) }
  return { ...request, asset } as KnownRequest
}

/** Every digit, and what it is of. @param value smallest units */
export const told = (value: bigint, { asset }: KnownRequest): string =>
  `${exactAmount(value, asset.decimals)} ${asset.symbol}`

/** The chain that is funded, as screens show it. */
export function fundedChain(
  { chain, solanaChain }: FundingRequest,
  { chains }: Pick<EffectiveConfig, 'chains'>,
): HeldOn {
  if (solanaChain !== null) return solanaHeldOn(solanaChain)
  const id = parseEip155(chain)
  const known = chains.supported.find(it => it.id === id)
  return known ? ethereumHeldOn(known) : { type: 'ethereum', id: id ?? 0, name: chain, isTestnet: false }
}
