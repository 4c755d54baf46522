import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import type { EthereumPolicy } from '@vitrine/shared/wallet/policy.ts'
import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type { Judgement } from '../delegation-operations.ts'
import { isContract, isRecipient } from './judge-transaction.ts'

/** ERC-2612. */
const PERMIT = [
  ['owner', 'address'],
  ['spender', 'address'],
  ['value', 'uint256'],
  ['nonce', 'uint256'],
  ['deadline', 'uint256'],
].map(([name, type]) => ({ name, type }))

/**
 * Judges typed data (EIP-712): what is for a contract of the list, on a chain with limits, may say anything, as a call of it may. To
 * a token it may say a permit (ERC-2612), which counts as spent. Data that names no chain or contract holds everywhere.
 */
export function judgeTypedData({ rules }: EthereumPolicy, typedData: TypedData): Judgement {
  const { domain, primary_type: type, types, message } = typedData
  const { chainId, verifyingContract } = domain
  if (chainId === undefined || verifyingContract === undefined) return { violation: 'undecoded' }
  const chain = `eip155:${BigInt(chainId)}`
  const contract = verifyingContract.toLowerCase()
  if (!rules.spend.some(each => each.chain === chain && each.asset === 'native'))
    return { violation: 'chain' }
  if (isContract(rules, contract)) return { spendings: [] }
  if (type !== 'Permit' || canonicalJson(types.Permit) !== canonicalJson(PERMIT))
    return { violation: 'contract' }
  const { spender, value } = message
  const spendings = [{ chain, asset: contract, amount: String(BigInt(value as string | number)) }]
  return isRecipient(rules, String(spender).toLowerCase())
    ? { spendings }
    : { violation: 'recipient', spendings }
}
