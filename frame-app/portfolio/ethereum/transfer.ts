import type { Address, Hex } from '../../chains/ethereum/ports.ts'

/** An ERC-20 transfer that touches the wallet. Addresses in lower case. */
export interface Transfer {
  readonly hash: Hex
  readonly block: number
  /** Among the events of its block. */
  readonly place: number
  readonly token: string
  /** `other`: from the wallet to itself. */
  readonly way: 'out' | 'in' | 'other'
  readonly party: Address
  /** Smallest units, more than nothing. */
  readonly value: bigint
  /** Unix ms; `null`: the node does not say. */
  readonly at: number | null
}

/**
 * Reads a node's event. @returns `null` for what is no transfer of the wallet's, and for one of nothing: anybody can have a
 * token write down such a one from a stranger's wallet, to an address that looks like one that the person knows
 */
export function readTransfer(event: unknown, wallet: Address, head: number): Transfer | null {
  if (typeof event !== 'object' || event === null) return null
  const { address, topics, data, transactionHash, blockNumber, logIndex, removed, blockTimestamp } =
    event as Record<string, unknown>
  const [, from, to] = Array.isArray(topics) && topics.length === 3 ? topics : []
  const isWhole =
    removed !== true &&
    isHex(address, 40) &&
    isHex(data, 64) &&
    isHex(transactionHash, 64) &&
    isAddressTopic(from) &&
    isAddressTopic(to) &&
    isQuantity(blockNumber) &&
    isQuantity(logIndex)
  if (!isWhole) return null
  const own = wallet.toLowerCase()
  const [sender, receiver] = [addressOf(from), addressOf(to)]
  const value = BigInt(data)
  if ((sender !== own && receiver !== own) || value === 0n || Number(blockNumber) > head) return null
  return {
    hash: transactionHash.toLowerCase() as Hex,
    block: Number(blockNumber),
    place: Number(logIndex),
    token: address.toLowerCase(),
    way: sender === receiver ? 'other' : sender === own ? 'out' : 'in',
    party: sender === own ? receiver : sender,
    value,
    at: isQuantity(blockTimestamp) ? Number(blockTimestamp) * 1_000 : null,
  }
}

const isHex = (value: unknown, digits: number): value is Hex =>
  typeof value === 'string' && value.length === digits + 2 && /^0x[0-9a-f]+$/i.test(value)
const isAddressTopic = (value: unknown): value is Hex => isHex(value, 64) && /^0x0{24}/.test(value)
/** Of a block, a place or a time: what is larger is none. */
const isQuantity = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-f]{1,12}$/i.test(value)
const addressOf = (topic: Hex): Address => `0x${topic.slice(26).toLowerCase()}`
