import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { RPC_REQUESTS, type RpcMethod } from '@vitrine/shared/wallet/rpc.ts'
import type { Judgement } from '../delegation-operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { judgeSolana } from './judge-solana.ts'
import { judgeTransaction } from './judge-transaction.ts'
import { judgeTypedData } from './judge-typed-data.ts'

/** The method of a signed body. @throws SignerRefusal `invalid_request` */
export function methodOf(body: unknown): RpcMethod {
  const method = typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined
  const known = Object.keys(RPC_REQUESTS).find(each => each === method)
  if (known === undefined) throw unreadable()
  return known as RpcMethod
}

/**
 * Judges a request by the policy that the wallet's person agreed to. What is not understood whole is refused.
 * @param address of the wallet
 * @throws SignerRefusal `invalid_request` for what is no request
 */
export function judge(policy: Policy, body: unknown, address: string): Judgement {
  const method = methodOf(body)
  if (!policy.methods.some(each => each === method)) return { violation: 'method' }
  const judged = judgeMethod(policy, method, body, address)
  if ('violation' in judged) return judged
  const limits = policy.rules.spend
  // Nothing is spent of what no limit names, nor allowed to be.
  const unlimited = judged.spendings.find(
    each => !limits.some(({ chain, asset }) => chain === each.chain && asset === each.asset),
  )
  if (!unlimited) return judged
  const isChain = limits.some(({ chain, asset }) => chain === unlimited.chain && asset === 'native')
  return { violation: isChain ? 'asset' : 'chain', spendings: judged.spendings }
}

function judgeMethod(policy: Policy, method: RpcMethod, body: unknown, address: string): Judgement {
  if (policy.chain_type === 'solana') {
    if (method !== 'signTransaction') return { violation: 'method' }
    return judgeSolana(policy, read(method, body).params.transaction, address)
  }
  if (method === 'eth_signTransaction')
    return judgeTransaction(policy, read(method, body).params.transaction, address)
  if (method === 'eth_signTypedData_v4') return judgeTypedData(policy, read(method, body).params.typed_data)
  return { violation: 'method' }
}

function read<M extends RpcMethod>(method: M, body: unknown) {
  const parsed = RPC_REQUESTS[method].safeParse(body)
  if (!parsed.success) throw unreadable()
  return parsed.data as NonNullable<ReturnType<(typeof RPC_REQUESTS)[M]['safeParse']>['data']>
}

const unreadable = () =>
  new SignerRefusal('invalid_request', 'The signed body is not a request that this wallet can perform.')
