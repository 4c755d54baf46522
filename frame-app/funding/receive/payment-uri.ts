import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import { fromBaseUnits, toBaseUnits } from '@vitrine/shared/funding/amount.ts'
import type { KnownRequest } from '../asset.ts'

/**
 * What a wallet app scans to pay a request: EIP-681 on Ethereum, Solana Pay's transfer request on Solana. It names chain, token
 * and amount, so that nothing is sent where it is lost.
 */
export function paymentUri({ address, amount, asset, chain, solanaChain }: KnownRequest): string {
  const units = amount === null ? null : toBaseUnits(amount, asset.decimals)
  if (solanaChain !== null) {
    const query = new URLSearchParams()
    if (units !== null) query.set('amount', fromBaseUnits(units, asset.decimals))
    if (asset.address !== null) query.set('spl-token', asset.address)
    return query.size > 0 ? `solana:${address}?${query}` : `solana:${address}`
  }
  const id = parseEip155(chain) ?? 1
  if (asset.address === null) return `ethereum:${address}@${id}${units === null ? '' : `?value=${units}`}`
  const sum = units === null ? '' : `&uint256=${units}`
  return `ethereum:${asset.address}@${id}/transfer?address=${address}${sum}`
}
