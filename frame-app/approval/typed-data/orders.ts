import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type { Address } from '../../chains/ethereum/ports.ts'
import type { Item, Promised, Recognised } from './promise.ts'
import { addressOf, integerOf, isStruct, type Struct } from './read-value.ts'

/** Seaport's `ItemType`. */
const NATIVE = 0n
const COIN = 1n
const BY_CRITERIA = 4n
/** Leaves of a bulk order beyond this are not read. */
const MAX_ORDERS = 64

/** Orders of Seaport, one or a tree of them, and orders that name a sold and a bought token. */
export function recogniseOrder(message: Struct, data: TypedData): Recognised | null {
  if (isSeaport(message)) return seaport([message])
  if (data.primary_type === 'BulkOrder') return seaport(leaves(message.tree))
  return swapOrder(message)
}

const isSeaport = (message: Struct) =>
  addressOf(message.offerer) !== null && Array.isArray(message.offer) && Array.isArray(message.consideration)

function leaves(tree: unknown): readonly Struct[] {
  if (Array.isArray(tree)) return tree.flatMap(leaves).slice(0, MAX_ORDERS)
  return isStruct(tree) && isSeaport(tree) ? [tree] : []
}

function seaport(orders: readonly Struct[]): Recognised | null {
  const [first] = orders
  if (!first) return null
  const promises = orders.map((order): Promised | null => {
    const offerer = addressOf(order.offerer)
    const gives = itemsOf(order.offer, 'most')
    const gets = itemsOf(order.consideration, 'least')
    if (!offerer || !gives || !gets) return null
    // What goes to others, such as a market's share, does not come to the one who signs.
    const own = gets.filter(({ party }) => party?.toLowerCase() === offerer.toLowerCase())
    return { kind: 'order', gives, gets: own.map(item => ({ ...item, party: null })) }
  })
  if (promises.includes(null)) return null
  return { owner: addressOf(first.offerer), promises: promises.filter(it => it !== null) }
}

/** An amount may move between a start and an end: what is given is told at its most, what is got at its least. */
function itemsOf(value: unknown, bound: 'most' | 'least'): readonly Item[] | null {
  if (!Array.isArray(value)) return null
  const items = value.map(item => (isStruct(item) ? itemOf(item, bound) : null))
  return items.includes(null) ? null : items.filter(it => it !== null)
}

function itemOf(item: Struct, bound: 'most' | 'least'): Item | null {
  const type = integerOf(item.itemType)
  const token = addressOf(item.token)
  const id = integerOf(item.identifierOrCriteria)
  const [start, end] = [integerOf(item.startAmount), integerOf(item.endAmount)]
  if (type === null || !token || id === null || start === null || end === null) return null
  const amount = start > end === (bound === 'most') ? start : end
  const party = addressOf(item.recipient)
  if (type === NATIVE) return { kind: 'native', amount, party }
  if (type === COIN) return { kind: 'coin', token, amount, party }
  return { kind: 'piece', token, id: type >= BY_CRITERIA ? null : id, amount, party }
}

/** Orders of settlement contracts such as CoW's: `sellToken`, `buyToken`, `sellAmount`, `buyAmount`, `receiver`. */
function swapOrder(message: Struct): Recognised | null {
  const [sold, bought] = [addressOf(message.sellToken), addressOf(message.buyToken)]
  const [pays, gets] = [integerOf(message.sellAmount), integerOf(message.buyAmount)]
  if (!sold || !bought || pays === null || gets === null) return null
  const fee = integerOf(message.feeAmount) ?? 0n
  const item = (token: Address, amount: bigint, party: Address | null): Item => ({
    kind: 'coin',
    token,
    amount,
    party,
  })
  return {
    owner: null,
    promises: [
      {
        kind: 'order',
        gives: [item(sold, pays + fee, null)],
        gets: [item(bought, gets, addressOf(message.receiver))],
      },
    ],
  }
}
