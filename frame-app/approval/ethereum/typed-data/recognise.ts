import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { safeTransaction, userOperation } from './account-operations.ts'
import { recogniseOrder } from './orders.ts'
import type { PermitOrOrder, Recognised } from './permits-and-orders.ts'
import { addressOf, integerOf, isBytes, isStruct, type Struct } from './read-value.ts'

type Reader = (message: Struct, data: TypedData) => Recognised | null

/** Tried in this order; the first that knows the fields is taken. `null`: none knows them. */
const READERS: readonly Reader[] = [
  userOperation,
  safeTransaction,
  permit,
  daiPermit,
  nftPermit,
  permit2Allowance,
  permit2Transfer,
  operatorPermit,
  delegationWithSignature,
  transferWithAuthorization,
  recogniseOrder,
  forwardRequest,
  metaTransaction,
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
  return { owner, contents: [{ kind: 'permit', token, spender, amount }] }
}

/** Dai's older form: `Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)`: all or nothing. */
function daiPermit(message: Struct, data: TypedData): Recognised | null {
  const token = addressOf(data.domain.verifyingContract)
  const [owner, spender] = [addressOf(message.holder), addressOf(message.spender)]
  if (!token || !owner || !spender || typeof message.allowed !== 'boolean') return null
  const amount = message.allowed ? 2n ** 256n - 1n : 0n
  return { owner, contents: [{ kind: 'permit', token, spender, amount }] }
}

/** ERC-4494: `Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)`: one NFT. */
function nftPermit(message: Struct, data: TypedData): Recognised | null {
  const token = addressOf(data.domain.verifyingContract)
  const spender = addressOf(message.spender)
  const id = integerOf(message.tokenId)
  if (!token || !spender || id === null) return null
  return { owner: null, contents: [{ kind: 'permit', token, spender, amount: id }] }
}

/** Permit2 `PermitSingle` and `PermitBatch`: an allowance for each of `details`. */
function permit2Allowance(message: Struct): Recognised | null {
  const spender = addressOf(message.spender)
  const details = Array.isArray(message.details) ? message.details : [message.details]
  if (!spender || !details.every(isStruct) || details.length === 0) return null
  const contents = details.map((detail): PermitOrOrder | null => {
    const [token, amount, until] = [
      addressOf(detail.token),
      integerOf(detail.amount),
      integerOf(detail.expiration),
    ]
    return token && amount !== null && until !== null
      ? { kind: 'permit', token, spender, amount, until }
      : null
  })
  return allOrNothing(contents)
}

/** Permit2 `PermitTransferFrom`, its batch and its witness forms: the spender may take `permitted` once. */
function permit2Transfer(message: Struct): Recognised | null {
  const spender = addressOf(message.spender)
  const permitted = Array.isArray(message.permitted) ? message.permitted : [message.permitted]
  if (!spender || !permitted.every(isStruct) || permitted.length === 0) return null
  const until = integerOf(message.deadline)
  const contents = permitted.map((one): PermitOrOrder | null => {
    const [token, amount] = [addressOf(one.token), integerOf(one.amount)]
    return token && amount !== null
      ? { kind: 'permit', token, spender, amount, ...(until !== null && { until }) }
      : null
  })
  return allOrNothing(contents)
}

/** ERC-3009 `TransferWithAuthorization` and `ReceiveWithAuthorization`. */
function transferWithAuthorization(message: Struct, data: TypedData): Recognised | null {
  const token = addressOf(data.domain.verifyingContract)
  const [owner, to] = [addressOf(message.from), addressOf(message.to)]
  const amount = integerOf(message.value)
  // By its name, or by what else has a time before and after which it does not hold: copies rename it.
  const isOne =
    /WithAuthorization$/.test(data.primary_type) ||
    (integerOf(message.validAfter) !== null && integerOf(message.validBefore) !== null)
  if (!isOne || !token || !owner || !to || amount === null) return null
  return { owner, contents: [{ kind: 'transfer', token, to, amount }] }
}

/** Fields by which a contract takes an operator over everything: who gives, who gets, and whether. */
const OPERATORS = [
  // ERC-721 and ERC-1155 collections: `PermitForAll`
  ['owner', 'operator', 'approved'],
  // Compound III
  ['owner', 'manager', 'isAllowed'],
  // Morpho
  ['authorizer', 'authorized', 'isAuthorized'],
] as const

function operatorPermit(message: Struct, data: TypedData): Recognised | null {
  const contract = addressOf(data.domain.verifyingContract)
  for (const [giver, taker, flag] of OPERATORS) {
    const [owner, operator, isAllowed] = [addressOf(message[giver]), addressOf(message[taker]), message[flag]]
    if (contract && owner && operator && typeof isAllowed === 'boolean')
      return { owner, contents: [{ kind: 'permit-all', contract, operator, isAllowed }] }
  }
  return null
}

/** Aave `DelegationWithSig(address delegatee,uint256 value,…)`: another account may borrow what this one has to repay. */
function delegationWithSignature(message: Struct, data: TypedData): Recognised | null {
  const token = addressOf(data.domain.verifyingContract)
  const [spender, amount] = [addressOf(message.delegatee), integerOf(message.value)]
  if (!token || !spender || amount === null) return null
  return { owner: addressOf(message.delegator), contents: [{ kind: 'permit', token, spender, amount }] }
}

/** `MetaTransaction(uint256 nonce,address from,bytes functionSignature)`: a call of the very contract, paid by another. */
function metaTransaction(message: Struct, data: TypedData): Recognised | null {
  const to = addressOf(data.domain.verifyingContract)
  const owner = addressOf(message.from)
  const { functionSignature } = message
  if (!to || !owner || !isBytes(functionSignature)) return null
  return { owner, contents: [{ kind: 'meta-transaction', to, value: 0n, data: functionSignature }] }
}

/** ERC-2771 `ForwardRequest`: somebody else pays the fee for a call in the signer's name. */
function forwardRequest(message: Struct): Recognised | null {
  const [owner, to] = [addressOf(message.from), addressOf(message.to)]
  const value = integerOf(message.value ?? 0)
  const { data } = message
  if (!owner || !to || value === null || !isBytes(data)) return null
  return { owner, contents: [{ kind: 'meta-transaction', to, value, data }] }
}

/** A batch is recognised only when each of its parts is. */
const allOrNothing = (contents: readonly (PermitOrOrder | null)[]): Recognised | null =>
  contents.includes(null) ? null : { owner: null, contents: contents.filter(it => it !== null) }
