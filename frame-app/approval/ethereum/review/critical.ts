import type { Address, EthereumTransactionInput } from '../../../chains/ethereum/ports.ts'
import type { Action, DecodedCall } from '../decode/action.ts'
import { decodeCall, decodeSafeTransaction, decodeUserOperation } from '../decode/decode-call.ts'
import { isUnlimited } from '../explain/amounts.ts'
import { isSame } from '../explain/explain-context.ts'
import { hasUnreadSetUp } from '../typed-data/account-operations.ts'
import type { PermitOrOrder, Recognised } from '../typed-data/permits-and-orders.ts'

/** A permit that is good for longer than this has no deadline that protects anybody. */
const LONGEST_PERMIT_S = 366n * 86_400n

/**
 * Whether transactions give a right that outlasts them, to somebody else: all of a token, all NFTs of a collection, or the control of
 * a contract or of the account. No operator's setting and no page has these signed without a screen.
 *
 * @param wallet the account that signs
 */
export const areCritical = (
  chainId: number,
  wallet: Address,
  calls: readonly EthereumTransactionInput[],
): boolean =>
  calls.some(
    call =>
      (call.authorizationList?.length ?? 0) > 0 || hasCriticalAction(wallet, [decodeCall(chainId, call)]),
  )

const hasCriticalAction = (wallet: Address, calls: readonly DecodedCall[]): boolean =>
  calls.some(({ actions }) => actions.some(action => isCriticalAction(wallet, action)))

/**
 * The same of typed data: a permit of all of a token or without a deadline, of all NFTs, an order for nothing, a call in the wallet's
 * name that is critical itself, or what a shared or smart account does, where that is critical or cannot be read.
 *
 * @param now unix seconds
 */
export const isCriticalTypedData = (
  chainId: number,
  wallet: Address,
  recognised: Recognised | null,
  now: number,
): boolean => (recognised?.contents ?? []).some(content => isCriticalContent(chainId, wallet, content, now))

function isCriticalContent(chainId: number, wallet: Address, content: PermitOrOrder, now: number): boolean {
  switch (content.kind) {
    case 'permit': {
      const { amount, spender, until } = content
      const isEndless = until === undefined || until > BigInt(Math.floor(now)) + LONGEST_PERMIT_S
      return !isSame(spender, wallet) && amount > 0n && (isEndless || isUnlimited(amount))
    }
    case 'permit-all':
      return content.isAllowed && !isSame(content.operator, wallet)
    case 'order':
      return !content.gets.some(({ party, amount }) => amount > 0n && (!party || isSame(party, wallet)))
    case 'safe-transaction':
      return hasCriticalAction(wallet, decodeSafeTransaction(chainId, content.safe, content))
    case 'user-operation':
      return (
        hasUnreadSetUp(content, wallet) ||
        hasCriticalAction(wallet, decodeUserOperation(chainId, content.account, content.data))
      )
    case 'meta-transaction':
      return areCritical(chainId, wallet, [content])
    case 'transfer':
      return false
  }
}

function isCriticalAction(wallet: Address, action: Action): boolean {
  switch (action.kind) {
    case 'allow':
      return action.change !== 'less' && !isSame(action.spender, wallet) && isUnlimited(action.number)
    case 'allow-all':
      return action.isAllowed && !isSame(action.operator, wallet)
    case 'change-control':
    case 'delegate':
    case 'unread':
      return true
    case 'account-calls':
      return hasCriticalAction(wallet, action.calls)
    default:
      return false
  }
}
