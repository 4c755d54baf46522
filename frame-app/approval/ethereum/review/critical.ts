import { decodeFunctionData, parseAbi } from 'viem'
import type { Address, EthereumTransactionInput, Hex } from '../../../chains/ethereum/ports.ts'
import type { Action } from '../decode/action.ts'
import { decodeCall } from '../decode/decode-call.ts'
import { isUnlimited } from '../explain/amounts.ts'
import { isSame } from '../explain/explain-context.ts'
import type { PermitOrOrder, Recognised } from '../typed-data/permits-and-orders.ts'

/** The methods that change who may act for a contract: OpenZeppelin's Ownable, AccessControl and proxies, and Safe's owners, modules and guards. */
const CONTROL_ABI = parseAbi([
  'function transferOwnership(address newOwner)',
  'function renounceOwnership()',
  'function setOwner(address owner)',
  'function grantRole(bytes32 role, address account)',
  'function beginDefaultAdminTransfer(address newAdmin)',
  'function changeAdmin(address newAdmin)',
  'function upgradeTo(address implementation)',
  'function upgradeToAndCall(address implementation, bytes data)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function swapOwner(address previous, address former, address next)',
  'function removeOwner(address previous, address owner, uint256 threshold)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function setGuard(address guard)',
  'function setFallbackHandler(address handler)',
])

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
      (call.authorizationList?.length ?? 0) > 0 ||
      decodeCall(chainId, call).actions.some(action => isCriticalAction(wallet, action)),
  )

/**
 * The same of typed data: a permit of all of a token or without a deadline, of all NFTs, an order for nothing, a call in the wallet's
 * name that is critical itself, or a vote that runs a stranger's code as a shared account.
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
      return content.isDelegate || areCritical(chainId, wallet, [content])
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
    case 'unknown-call':
      return changesControl(action.data)
    default:
      return false
  }
}

function changesControl(data: Hex): boolean {
  try {
    decodeFunctionData({ abi: CONTROL_ABI, data })
    return true
  } catch {
    return false
  }
}
