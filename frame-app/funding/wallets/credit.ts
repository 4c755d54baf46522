import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import * as z from 'zod/mini'
import { readQuantity } from '../../chains/ethereum/quantity.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { ethereumNetwork, readBalance } from '../arrival/read-balance.ts'

/** Topic of ERC-20's `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** More events in one receipt are not looked at. */
const MAX_LOGS = 1_000

const text = z.string().check(z.maxLength(200))
const receipt = z.object({
  status: text,
  to: z.nullish(text),
  logs: z.array(z.object({ address: text, topics: z.array(text).check(z.maxLength(4)), data: text })),
})
const transaction = z.object({ to: z.nullish(text), value: text })

export interface Credit {
  /** What came, in the smallest unit of the asset. */
  readonly amount: bigint
}

/**
 * Whether the funded wallet has got what was to come: by the transaction's own receipt, else by its balance. A hash alone proves
 * nothing: the page's wallet, or a bridge, may name any.
 * @param hash on the chain that is funded; `null`: it is not known
 * @param least what has to have come. @param before what the wallet had
 * @returns `null` while it has not. @throws VitrineError where no node tells
 */
export async function readCredit(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  request: FundingRequest,
  { hash, least, before }: { readonly hash: string | null; readonly least: bigint; readonly before: bigint },
  signal: AbortSignal,
): Promise<Credit | null> {
  const credited =
    hash !== null && request.chainType === 'ethereum' ? await creditOf(kernel, request, hash, signal) : 0n
  if (credited >= least && credited > 0n) return { amount: credited }
  const more = (await readBalance(kernel, request, signal)) - before
  return more >= least && more > 0n ? { amount: more } : null
}

/** What one transaction on Ethereum gave to the funded wallet, as its receipt says. */
async function creditOf(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  { chain, address, asset }: FundingRequest,
  hash: string,
  signal: AbortSignal,
): Promise<bigint> {
  if (!/^0x[\da-f]{64}$/i.test(hash)) return 0n
  const network = await ethereumNetwork(kernel, chain)
  const read = receipt.safeParse(await network.request('eth_getTransactionReceipt', [hash], signal)).data
  if (read?.status !== '0x1') return 0n
  if (asset.address === null) {
    const of = transaction.safeParse(await network.request('eth_getTransactionByHash', [hash], signal)).data
    return of && isSame(of.to, address) ? readQuantity(of.value) : 0n
  }
  const token = asset.address
  return read.logs
    .slice(0, MAX_LOGS)
    .filter(log => isSame(log.address, token) && log.topics.length === 3 && log.topics[0] === TRANSFER)
    .filter(({ topics }) => isSame(`0x${topics[2]?.slice(-40)}`, address))
    .reduce((sum, { data }) => sum + readQuantity(data), 0n)
}

const isSame = (one: string | null | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()
