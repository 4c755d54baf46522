import * as z from 'zod/mini'
import type { Hex } from '../../chains/ethereum/ports.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { ethereumNetwork, solanaNetwork } from '../arrival/read-balance.ts'
import type { BegunTransfer } from './begun-transfer.ts'

type Chains = Pick<Kernel, 'ethereum' | 'solana'>

/** What has become of a transaction. `gone`: it will not happen any more. */
export type SentOutcome = 'pending' | 'done' | 'reverted' | 'gone'

/** A Solana transaction that no node knows for so long has expired: its blockhash is good for about a minute. */
const EXPIRED_MS = 180_000
/** Of the account's newest transactions so many are looked through. */
const LISTED = 50

const receipt = z.nullable(z.object({ status: z.string() }))

/** @throws VitrineError where no node tells */
export async function readOutcome(
  kernel: Chains,
  { from, at }: BegunTransfer,
  sent: string,
  signal: AbortSignal,
): Promise<SentOutcome> {
  if (from.chainType === 'ethereum') {
    const network = await ethereumNetwork(kernel, from.chain)
    const found = receipt.safeParse(await network.request('eth_getTransactionReceipt', [sent], signal))
    const status = found.success ? found.data?.status : undefined
    if (status === '0x1') return 'done'
    if (status === '0x0') return 'reverted'
    const row = (await kernel.ethereum()).sent.get().find(it => it.hash === sent.toLowerCase())
    return row?.status === 'replaced' ? 'gone' : 'pending'
  }
  const network = await solanaNetwork(kernel, from.chain)
  const row = (await kernel.solana()).sent.get().find(it => it.signature === sent)
  if (row?.status === 'done') return 'done'
  const listed = await network.signatures(from.address, LISTED, signal)
  const found = listed.find(({ signature }) => signature === sent)
  if (found) return found.hasFailed ? 'reverted' : 'done'
  if (row?.status === 'failed') return 'gone'
  return Date.now() - at > EXPIRED_MS ? 'gone' : 'pending'
}

/**
 * What a wallet app has sent after its person left the approval here: it is written down with all that is sent from this browser.
 * @returns `null`: nothing that is known here
 */
export async function findLate(
  kernel: Chains,
  funded: string,
  { from, token, bridge, at }: BegunTransfer,
): Promise<string | null> {
  if (from.chainType === 'solana') {
    const rows = (await kernel.solana()).sent.get()
    return rows.find(it => it.wallet === from.address && it.sentAt >= at)?.signature ?? null
  }
  const rows = (await kernel.ethereum()).sent.get()
  const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()
  const found = rows.find(
    it =>
      isSame(it.from, from.address) &&
      `eip155:${it.chainId}` === from.chain &&
      it.sentAt >= at &&
      (bridge !== null || isSame(it.to, token ?? funded)),
  )
  return found ? (found.hash satisfies Hex) : null
}
