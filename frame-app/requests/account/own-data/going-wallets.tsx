import { type ReactNode, useEffect, useState } from 'react'
import { createHoldings } from '../../../portfolio/holdings.ts'
import type { Holdings } from '../../../portfolio/ports.ts'
import type { EmbeddedWallet } from '../../../session/held-wallet.ts'
import { useKernel } from '../../../ui/kernel-context.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { useStore } from '../../../ui/use-flow.ts'
import { say } from '../../../words/say.ts'
import { shownAmount } from '../home/amounts.ts'
import { walletName } from '../home/wallet-name.ts'
import styles from './own-data.module.css'

export interface GoingWalletsProps {
  readonly wallets: readonly EmbeddedWallet[]
  /** What a person can do about one of them. */
  readonly children?: (wallet: EmbeddedWallet) => ReactNode
}

/** The wallets whose keys go, each with what it holds as far as the nodes tell. */
export const GoingWallets = ({ wallets, children }: GoingWalletsProps) => (
  <ul className={styles.wallets}>
    {wallets.map(wallet => (
      <li key={`${wallet.chainType} ${wallet.address}`}>
        <span className={styles.name}>
          <bdi>{walletName(wallet)}</bdi>
          <bdi className={styles.address} dir="ltr" title={wallet.address}>
            {shortAddress(wallet.address)}
          </bdi>
        </span>
        <Held wallet={wallet} />
        {children?.(wallet)}
      </li>
    ))}
  </ul>
)

function Held({ wallet }: { readonly wallet: EmbeddedWallet }) {
  const kernel = useKernel()
  const [source] = useState(() => createHoldings(kernel, wallet))
  useEffect(() => source.stop, [source])
  return <p className={styles.held}>{sayHeld(useStore(source.store))}</p>
}

/** More stand in the wallet's home. */
const FEW = 3

/** What a wallet holds, in one line: never that there is nothing where a network did not answer. */
export function sayHeld({ status, list, unreachable, nfts }: Holdings): string {
  const some = list.filter(({ amount }) => amount !== null && amount > 0n)
  if (some.length > 0) {
    const shown = some
      .slice(0, FEW)
      .map(({ amount, decimals, symbol }) => `${shownAmount(amount ?? 0n, decimals)} ${symbol}`)
    const more = some.length > FEW ? [say('ownData.more', { count: some.length - FEW })] : []
    return say('ownData.holds', { amounts: [...shown, ...more].join(', ') })
  }
  if (status === 'reading') return say('ownData.reading')
  const isKnown = status === 'fresh' && unreachable.length === 0 && nfts === 0
  return say(isKnown ? 'ownData.nothing' : 'ownData.unknown')
}
