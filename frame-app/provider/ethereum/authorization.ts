import type { Address } from '../../chains/ethereum/ports.ts'
import { toQuantity } from '../../chains/ethereum/unsigned-transaction.ts'
import {
  optional,
  readAddress,
  readCount,
  readParams,
  readQuantity,
  readRecord,
} from '../../requests/input/fields.ts'
import { invalidParams } from '../../requests/input/provider-error.ts'
import { accountOf } from './account-of.ts'
import type { EthereumMethod } from './method.ts'

/**
 * `eth_sign7702Authorization` (contract §6.1): `[{address | contractAddress, chainId?, nonce?, executor?}]` to
 * `{address, chainId, nonce, r, s, yParity}`. Without a chain id it is the current chain; 0, all chains, must be asked for.
 * `executor: 'self'`: the account itself sends the transaction that carries it, which takes the nonce before (EIP-7702).
 */
export const ethSign7702Authorization: EthereumMethod = async (context, call) => {
  const [value] = readParams(call)
  const fields = readRecord(value, `${call.method}: the first parameter`)
  const wallet = accountOf(context, call, optional(fields, 'from', readAddress))
  const contract = readAddress(fields.get('address') ?? fields.get('contractAddress'), 'address')
  const executor = fields.get('executor')
  if (executor !== undefined && executor !== 'self') readAddress(executor, 'executor')
  const networks = await context.ethereum()
  const chainId = optional(fields, 'chainId', readCount) ?? networks.currentOf(call.selected)
  const nonce = optional(fields, 'nonce', readCount) ?? (await nextNonce())

  async function nextNonce(): Promise<number> {
    if (chainId === 0) throw invalidParams('nonce is needed for an authorization of all chains.')
    const counted = await networks
      .of(chainId)
      .request<unknown>('eth_getTransactionCount', [wallet.address, 'pending'])
    return Number(readQuantity(counted, 'eth_getTransactionCount')) + (executor === 'self' ? 1 : 0)
  }

  const { authorization } = await context.ask<'sign-authorization'>({
    kind: 'sign-authorization',
    wallet,
    authorization: { contract: contract as Address, chainId, nonce },
    uiOptions: {},
  })
  return {
    address: authorization.contract,
    chainId: toQuantity(authorization.chain_id),
    nonce: authorization.nonce,
    r: authorization.r,
    s: authorization.s,
    yParity: toQuantity(authorization.y_parity),
  }
}
