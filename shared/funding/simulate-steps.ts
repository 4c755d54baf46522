import { type Address, createClient, custom, encodeFunctionData, erc20Abi, type Hex, isHex, size } from 'viem'
import { simulateBlocks } from 'viem/actions'
import {
  type AgreedPayment,
  depositoryOn,
  isSameAddress,
  type OfferedStep,
  OfferRefused,
  readSteps,
} from './relay-depository.ts'

/**
 * Addresses under which native currency is logged: by `traceTransfers` of `eth_simulateV1`, and by chains with EIP-7708.
 * See ethereum.github.io/execution-apis, "eth_simulateV1".
 */
const NATIVE = ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0xfffffffffffffffffffffffffffffffffffffffe']
/** A deposit makes a handful. A contract that makes more could hide something among them. */
const MAX_LOGS = 64

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/**
 * Polygon logs each movement of its native currency itself, besides `traceTransfers`: `LogTransfer` and `LogFeeTransfer` of
 * `MRC20.sol` (github.com/maticnetwork/contracts).
 */
const POLYGON = {
  chain: 137,
  address: '0x0000000000000000000000000000000000001010',
  names: [
    '0xe6497e3ee548a3372136af2fcb0696db31fc6cf20260707645068bd3fe97f3c4',
    '0x4dfe1bbbcf077ddc3e01291eea2d5c70c2b422b415d95645b9adcfd678cb1d63',
  ],
}

/** `unknown`: the node cannot simulate; `fails`: it expects a transaction to fail. */
export type Simulated = 'pays' | 'fails' | 'unknown'

/** One JSON-RPC call to a node of the chain. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/**
 * Runs an offer's transactions on a node's latest state by `eth_simulateV1`, none of which is sent. From the payer only the deposit
 * leaves: no other token or NFT, no more native currency, and no allowance that is left over.
 *
 * Effects are judged by an allow-list as well. Each log that names the payer is one of those that a deposit makes, or the
 * offer is refused. So a standard that nobody thought of here is refused too.
 * @param steps those that are left to do: the deposit, and the approvals before it
 * @throws OfferRefused for an offer that does something else
 */
export async function simulateSteps(
  ask: AskNode,
  agreed: AgreedPayment,
  steps: readonly OfferedStep[],
): Promise<Simulated> {
  const { deposited, kinds } = readSteps(agreed, steps)
  const payer = agreed.payer as Address
  const token = agreed.token as Address | null
  const depository = depositoryOn(agreed.chain)
  if (depository === null) return 'unknown'
  // A token's own books, before and after: its logs may leave something out.
  const books =
    token === null
      ? []
      : [
          encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [payer] }),
          encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [payer, depository] }),
        ].map(data => ({ to: token, data }))
  const made = steps.map(({ to, data, value }) => ({ to: to as Address, data: data as Hex, value }))
  const calls = await run(ask, payer, [...books, ...made, ...books])
  if (calls === null) return 'unknown'
  const done = calls.slice(books.length, books.length + made.length)
  if (done.some(({ status }) => status !== 'success')) return 'fails'

  const logs = done.flatMap(it => it.logs ?? [])
  if (logs.length > MAX_LOGS) throw new OfferRefused('does more than a deposit does')
  const left = logs.reduce((sum, log) => sum + leaves(log, agreed, depository), 0n)
  // A node that logs no native currency has shown nothing.
  if (token === null && left === 0n) return 'unknown'
  if (left !== deposited) throw new OfferRefused('would take another amount than it says')
  if (token === null) return 'pays'

  const [held = null, allowed = null] = calls.slice(0, books.length).map(readAnswer)
  const [heldAfter = null, allowedAfter = null] = calls.slice(-books.length).map(readAnswer)
  if (held === null || allowed === null || heldAfter === null || allowedAfter === null) return 'unknown'
  if (held - heldAfter !== deposited) throw new OfferRefused('would take more than the token says')
  // An allowance that the user gave this depository before is theirs. The offer may add none.
  if (allowedAfter > (kinds.includes('approve') ? 0n : allowed))
    throw new OfferRefused('would leave an allowance over')
  return 'pays'
}

/** @returns `null` where the node does not answer in the method's form */
async function run(
  ask: AskNode,
  account: Address,
  calls: readonly { readonly to: Address; readonly data: Hex; readonly value?: bigint }[],
) {
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    ask(method, Array.isArray(params) ? params : [])
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  try {
    const [block] = await simulateBlocks(client, {
      blocks: [{ calls: calls.map(call => ({ account, ...call })) }],
      traceTransfers: true,
      validation: false,
    })
    return block?.calls.length === calls.length ? block.calls : null
  } catch {
    return null
  }
}

/** @returns how much of the price leaves by what a log says */
function leaves(log: Log, { payer, chain, token, price }: AgreedPayment, depository: Address): bigint {
  const { address, topics, data } = log
  const [name = '', owner = '', other = ''] = topics.map(topic => topic.toLowerCase())
  const isOf = (topic: string, who: string) => isSameAddress(`0x${topic.slice(26)}`, who)
  // The depository's own event names the payer in its data.
  const told = [...topics.slice(1), isSameAddress(address, depository) ? '' : data]
  if (!told.join(' ').toLowerCase().includes(payer.slice(2).toLowerCase())) return 0n
  if (chain === POLYGON.chain && address === POLYGON.address && POLYGON.names.includes(name)) return 0n
  // An attacker gains nothing by a token that arrives.
  if (name === TRANSFER && isOf(other, payer) && !isOf(owner, payer)) return 0n
  const isOfPrice = token === null ? NATIVE.includes(address.toLowerCase()) : isSameAddress(address, token)
  const amount = topics.length === 3 ? readWord(data) : null
  if (isOfPrice && isOf(owner, payer) && isOf(other, depository) && amount !== null) {
    if (name === TRANSFER) return amount
    if (name === APPROVAL && token !== null && amount <= price) return 0n
  }
  throw new OfferRefused('would take something besides its price')
}

const readAnswer = ({ status, data }: { readonly status: string; readonly data: Hex }): bigint | null =>
  status === 'success' ? readWord(data) : null

const readWord = (data: unknown): bigint | null => (isHex(data) && size(data) === 32 ? BigInt(data) : null)
