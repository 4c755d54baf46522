import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type { Address } from '../../../chains/ethereum/ports.ts'
import type { Item, PermitOrOrder, Recognised } from './permits-and-orders.ts'
import { addressOf, integerOf, isStruct, listOf, type Struct } from './read-value.ts'

/** Seaport's `ItemType`. */
const NATIVE = 0n
const ERC20 = 1n
const BY_CRITERIA = 4n
/** Leaves of a bulk order beyond this are not read. */
const MAX_ORDERS = 64

/** Orders of Seaport, one or a tree of them, and orders that name a sold and a bought token. */
export function recogniseOrder(message: Struct, data: TypedData): Recognised | null {
  if (isSeaport(message)) return seaport([message])
  if (data.primary_type === 'BulkOrder') return bulk(treeLeaves(message.tree))
  return nftOrder(message) ?? swapOrder(message)
}

const isSeaport = (message: Struct) =>
  addressOf(message.offerer) !== null && Array.isArray(message.offer) && Array.isArray(message.consideration)

const treeLeaves = (tree: unknown): readonly unknown[] =>
  Array.isArray(tree) ? tree.flatMap(treeLeaves) : [tree]

/** One signature over many orders: what is beyond the limit, or is no order, must not pass unnoticed behind those that are shown. */
function bulk(all: readonly unknown[]): Recognised | null {
  const orders = all.filter(it => isStruct(it) && isSeaport(it)).filter(isStruct)
  // Trees are filled up with orders that offer nothing.
  const real = orders.filter(({ offer }) => listOf(offer).length > 0)
  const found = seaport(real.slice(0, MAX_ORDERS))
  const isPartial = real.length > MAX_ORDERS || orders.length < all.length
  return found && isPartial ? { ...found, isPartial } : found
}

function seaport(orders: readonly Struct[]): Recognised | null {
  const [first] = orders
  if (!first) return null
  const contents = orders.map((order): PermitOrOrder | null => {
    const offerer = addressOf(order.offerer)
    const gives = itemsOf(order.offer, 'most')
    const gets = itemsOf(order.consideration, 'least')
    if (!offerer || !gives || !gets) return null
    // What goes to others, such as a market's share, does not come to the one who signs.
    const own = gets.filter(({ party }) => party?.toLowerCase() === offerer.toLowerCase())
    return { kind: 'order', gives, gets: own.map(item => ({ ...item, party: null })) }
  })
  if (contents.includes(null)) return null
  return { owner: addressOf(first.offerer), contents: contents.filter(it => it !== null) }
}

/** An amount may move between a start and an end: shown is the most that is given and the least that is got. */
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
  if (type === ERC20) return { kind: 'token', token, amount, party }
  return { kind: 'nft', token, id: type >= BY_CRITERIA ? null : id, amount, party }
}

/** Names of the fields that say what is sold and bought, by settlement contract. */
const SWAPS = [
  // CoW
  ['sellToken', 'sellAmount', 'buyToken', 'buyAmount'],
  // 0x: limit, RFQ and OTC orders
  ['makerToken', 'makerAmount', 'takerToken', 'takerAmount'],
  // 1inch
  ['makerAsset', 'makingAmount', 'takerAsset', 'takingAmount'],
] as const

/** Orders that name a sold and a bought token with an amount of each. */
function swapOrder(message: Struct): Recognised | null {
  for (const [sells, paid, buys, got] of SWAPS) {
    const [sold, bought] = [addressOf(message[sells]), addressOf(message[buys])]
    const [pays, gets] = [integerOf(message[paid]), integerOf(message[got])]
    if (!sold || !bought || pays === null || gets === null) continue
    const fee = sells === 'sellToken' ? (integerOf(message.feeAmount) ?? 0n) : 0n
    const item = (token: Address, amount: bigint, party: Address | null): Item => ({
      kind: 'token',
      token,
      amount,
      party,
    })
    const order: PermitOrOrder = {
      kind: 'order',
      gives: [item(sold, pays + fee, null)],
      gets: [item(bought, gets, receiverOf(message))],
    }
    return { owner: addressOf(message.maker), contents: [order] }
  }
  return null
}

/** Nobody stands for the one who signs. */
function receiverOf({ receiver }: Struct): Address | null {
  const address = addressOf(receiver)
  return address === null || /^0x0{40}$/.test(address) ? null : address
}

/** 0x's orders for one NFT: `direction` 0 sells it for an ERC-20 token, 1 buys it. */
function nftOrder(message: Struct): Recognised | null {
  const [maker, erc20] = [addressOf(message.maker), addressOf(message.erc20Token)]
  const collection = addressOf(message.erc721Token) ?? addressOf(message.erc1155Token)
  const id = integerOf(message.erc721TokenId) ?? integerOf(message.erc1155TokenId)
  const [direction, price] = [integerOf(message.direction), integerOf(message.erc20TokenAmount)]
  if (!maker || !erc20 || !collection || id === null || direction === null || price === null) return null
  const amount = integerOf(message.erc1155TokenAmount) ?? 1n
  const tokens: Item = { kind: 'token', token: erc20, amount: price, party: null }
  const nft: Item = { kind: 'nft', token: collection, id, amount, party: null }
  const order: PermitOrOrder =
    direction === 0n
      ? { kind: 'order', gives: [nft], gets: [tokens] }
      : { kind: 'order', gives: [tokens], gets: [nft] }
  return { owner: maker, contents: [order] }
}
