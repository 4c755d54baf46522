import { readPriceAccount } from '../../approval/solana/reads/native-price.ts'
import { readTokenAccount } from '../../approval/solana/reads/token-accounts.ts'
import type { SolanaNetwork } from '../../chains/solana/ports.ts'
import type { Snapshot } from '../kept/snapshot.ts'
import { associatedAccount } from './associated-account.ts'
import type { SolanaCoin } from './coins.ts'

export interface ClusterTask {
  /** Base58. */
  readonly wallet: string
  readonly coins: readonly SolanaCoin[]
  /** Unix ms. */
  now(): number
}

/**
 * What one cluster tells of a wallet, in one request: SOL, the wallet's own account of each known token, and prices. Accounts
 * that others made for it elsewhere are not looked for.
 * @throws VitrineError `service_unavailable`
 */
export async function readCluster(
  network: Pick<SolanaNetwork, 'accounts'>,
  { wallet, coins, now }: ClusterTask,
  signal: AbortSignal,
): Promise<Snapshot> {
  const places = new Map(
    await Promise.all(
      coins.map(
        async ({ key, token }) =>
          [key, token === null ? wallet : await associatedAccount(wallet, token)] as const,
      ),
    ),
  )
  const feeds = coins.flatMap(({ feed }) => (feed ? [feed.account] : []))
  const wanted = [...new Set([...places.values(), ...feeds])]
  const accounts = await network.accounts(wanted, signal)
  const readAt = now()

  const amountOf = ({ key, token }: SolanaCoin): bigint | null => {
    const account = accounts.get(places.get(key) ?? '')
    if (account === undefined) return null
    if (token === null) return account?.lamports ?? 0n
    if (account === null) return 0n
    const held = readTokenAccount(account)
    // What the node gives for it must be this token's account, and this wallet's.
    return held?.mint === token && held.owner === wallet ? held.amount : null
  }
  return {
    readAt,
    nfts: 0,
    withoutMulticallAt: null,
    amounts: new Map(
      coins.flatMap(coin => {
        const amount = amountOf(coin)
        return amount === null ? [] : [[coin.key, amount] as const]
      }),
    ),
    prices: new Map(
      coins.flatMap(({ key, feed }) => {
        const read = feed && readPriceAccount(feed, accounts.get(feed.account), readAt / 1_000)
        return read ? [[key, { ...read.price, until: read.publishedAt + feed.maxAge }] as const] : []
      }),
    ),
  }
}
