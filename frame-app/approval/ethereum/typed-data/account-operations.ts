import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { hexToBigInt, size, slice } from 'viem'
import type { Address, Hex } from '../../../chains/ethereum/ports.ts'
import { isSame } from '../explain/explain-context.ts'
import type { PermitOrOrder, Recognised } from './permits-and-orders.ts'
import { addressOf, integerOf, isBytes, type Struct } from './read-value.ts'

/**
 * Reads a Safe transaction: `SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256
 * gasPrice,address gasToken,address refundReceiver,uint256 nonce)` (Safe contracts 1.3.0 and 1.4.1).
 */
export function safeTransaction(message: Struct, data: TypedData): Recognised | null {
  const safe = addressOf(data.domain.verifyingContract)
  const [to, value] = [addressOf(message.to), integerOf(message.value)]
  const operation = integerOf(message.operation)
  if (!safe || !to || value === null || operation === null || !isBytes(message.data)) return null
  const call = { to, value, data: message.data, isDelegate: operation !== 0n, refund: refundOf(message) }
  return { owner: null, contents: [{ kind: 'safe-transaction', safe, ...call }] }
}

/** The Safe's payment for gas to whoever sends the transaction (Safe, `handlePayment`): at least `baseGas` times `gasPrice`. */
function refundOf({ baseGas, gasPrice, gasToken, refundReceiver }: Struct) {
  const price = integerOf(gasPrice) ?? 0n
  if (price === 0n) return null
  return {
    token: someoneOf(gasToken),
    least: price * (integerOf(baseGas) ?? 0n),
    receiver: someoneOf(refundReceiver),
  }
}

/**
 * Reads a user operation: `PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,
 * uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)` of ERC-4337 v0.7 and v0.8, `UserOperation` of v0.6, and `SafeOp` of
 * Safe4337Module. Recognised by its fields, whatever its domain calls itself.
 */
export function userOperation(message: Struct): Recognised | null {
  const account = addressOf(message.sender) ?? addressOf(message.safe)
  const { callData, initCode } = message
  // Some accounts sign the hash of the call data alone: nobody can read what that does.
  const isHashed = callData === undefined && isBytes(message.hashCallData)
  if (!account || integerOf(message.nonce) === null || !(isHashed || isBytes(callData))) return null
  const setUp = isBytes(initCode) ? initCode : '0x'
  return {
    owner: account,
    contents: [
      {
        kind: 'user-operation',
        account,
        data: isBytes(callData) ? callData : null,
        factory: isDelegated(setUp) || size(setUp) < 20 ? null : slice(setUp, 0, 20),
        hasSetUp: size(setUp) > 20,
        maxFee: maxFeeOf(message),
      },
    ],
  }
}

/**
 * Whether the account is called for its set-up by bytes that nothing reads. Those are the bytes after the first 20 of `initCode`. They
 * are a factory's own, except for EIP-7702 accounts, which have `0x7702` or, where it is signed, their code's address in its place
 * (ERC-4337 v0.8).
 */
export const hasUnreadSetUp = (
  { account, factory, hasSetUp }: Extract<PermitOrOrder, { kind: 'user-operation' }>,
  wallet: Address,
): boolean => hasSetUp && (factory === null || isSame(account, wallet))

const isDelegated = (initCode: Hex) => /^0x7702(?:0*$|0{36})/.test(initCode)

/** The most that the account pays for gas, in wei; `null` where somebody else pays, or where the fields do not say. */
function maxFeeOf(message: Struct): bigint | null {
  const sponsor = message.paymasterAndData
  if (isBytes(sponsor) && sponsor !== '0x') return null
  const packed = [halvesOf(message.accountGasLimits), halvesOf(message.gasFees)]
  const [verification, call] = packed[0] ?? [
    integerOf(message.verificationGasLimit),
    integerOf(message.callGasLimit),
  ]
  const price = packed[1]?.[1] ?? integerOf(message.maxFeePerGas)
  const before = integerOf(message.preVerificationGas)
  if (verification === null || call === null || price === null || before === null) return null
  return (verification + call + before) * price
}

/** Two numbers of 16 bytes each in one `bytes32` (ERC-4337 v0.7). */
const halvesOf = (value: unknown): readonly [bigint, bigint] | null =>
  isBytes(value) && size(value) === 32
    ? [hexToBigInt(slice(value, 0, 16)), hexToBigInt(slice(value, 16, 32))]
    : null

/** The zero address stands for none. */
function someoneOf(value: unknown): Address | null {
  const address = addressOf(value)
  return address === null || /^0x0{40}$/.test(address) ? null : address
}
