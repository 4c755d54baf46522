import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type { Hex } from '../../chains/ethereum/ports.ts'
import { recogniseOrder } from './orders.ts'
import type { Promised, Recognised } from './promise.ts'
import { addressOf, integerOf, isStruct, type Struct } from './read-value.ts'

type Reader = (message: Struct, data: TypedData) => Recognised | null

/** Tried in this order; the first that fits tells. `null`: nothing that we know of. */
const READERS: readonly Reader[] = [
  permit,
  daiPermit,
  piecePermit,
  permit2Allowance,
  permit2Transfer,
  transferWithAuthorization,
  recogniseOrder,
  forwardRequest,
]

export function recognise(data: TypedData): Recognised | null {
  for (const read of READERS) {
    const found = read(data.message, data)
    if (found !== null) return found
  }
  return null
}

/** ERC-2612: `Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)` of the token itself. */
function permit(message: Struct, data: TypedData): Recognised | null {
  const token = addressOf(data.domain.verifyingContract)
  const [owner, spender] = [addressOf(message.owner), addressOf(message.spender)]
  const amount = integerOf(message.value)
  if (!token || !owner || !spender || amount === null) return null
  // The deadline is the signature's; what it allows has no end.
  return { owner, promises: [{ kind: 'allow', token, spender, amount }] }
}

/** Dai's older form: `Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)`: all or nothing. */
function daiPermit(message: Struct, data: TypedData): Recognised | null {
  const token = addressOf(data.domain.verifyingContract)
  const [owner, spender] = [addressOf(message.holder), addressOf(message.spender)]
  if (!token || !owner || !spender || typeof message.allowed !== 'boolean') return null
  const amount = message.allowed ? 2n ** 256n - 1n : 0n
  return { owner, promises: [{ kind: 'allow', token, spender, amount }] }
}

/** ERC-4494: `Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)`: one piece. */
function piecePermit(message: Struct, data: TypedData): Recognised | null {
  const token = addressOf(data.domain.verifyingContract)
  const spender = addressOf(message.spender)
  const id = integerOf(message.tokenId)
  if (!token || !spender || id === null) return null
  return { owner: null, promises: [{ kind: 'allow', token, spender, amount: id }] }
}

/** Permit2 `PermitSingle` and `PermitBatch`: an allowance for each of `details`. */
function permit2Allowance(message: Struct): Recognised | null {
  const spender = addressOf(message.spender)
  const details = Array.isArray(message.details) ? message.details : [message.details]
  if (!spender || !details.every(isStruct) || details.length === 0) return null
  const promises = details.map((detail): Promised | null => {
    const [token, amount, until] = [
      addressOf(detail.token),
      integerOf(detail.amount),
      integerOf(detail.expiration),
    ]
    return token && amount !== null && until !== null
      ? { kind: 'allow', token, spender, amount, until }
      : null
  })
  return whole(promises)
}

/** Permit2 `PermitTransferFrom`, its batch and its witness forms: the spender may take `permitted` once. */
function permit2Transfer(message: Struct): Recognised | null {
  const spender = addressOf(message.spender)
  const permitted = Array.isArray(message.permitted) ? message.permitted : [message.permitted]
  if (!spender || !permitted.every(isStruct) || permitted.length === 0) return null
  const until = integerOf(message.deadline)
  const promises = permitted.map((one): Promised | null => {
    const [token, amount] = [addressOf(one.token), integerOf(one.amount)]
    return token && amount !== null
      ? { kind: 'allow', token, spender, amount, ...(until !== null && { until }) }
      : null
  })
  return whole(promises)
}

/** ERC-3009 `TransferWithAuthorization` and `ReceiveWithAuthorization`. */
function transferWithAuthorization(message: Struct, data: TypedData): Recognised | null {
  const token = addressOf(data.domain.verifyingContract)
  const [owner, to] = [addressOf(message.from), addressOf(message.to)]
  const amount = integerOf(message.value)
  if (!/WithAuthorization$/.test(data.primary_type) || !token || !owner || !to || amount === null) return null
  return { owner, promises: [{ kind: 'send', token, to, amount }] }
}

/** ERC-2771 `ForwardRequest`: somebody else pays the fee for a call in the signer's name. */
function forwardRequest(message: Struct): Recognised | null {
  const [owner, to] = [addressOf(message.from), addressOf(message.to)]
  const value = integerOf(message.value ?? 0)
  const { data } = message
  if (!owner || !to || value === null || typeof data !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(data))
    return null
  return { owner, promises: [{ kind: 'call', to, value, data: data as Hex }] }
}

/** A batch of which a part cannot be read is not told in part. */
const whole = (promises: readonly (Promised | null)[]): Recognised | null =>
  promises.includes(null) ? null : { owner: null, promises: promises.filter(it => it !== null) }
