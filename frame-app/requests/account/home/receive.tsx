import { useEffect, useState } from 'react'
import { Arrivals } from '../../../funding/receive/arrivals.tsx'
import styles from '../../../funding/receive/receive.module.css'
import { ReceivePanel } from '../../../funding/receive/receive-panel.tsx'
import { type ArrivedCoin, watchHoldings } from '../../../funding/receive/watch-holdings.ts'
import type { MarkedChain } from '../../../marks/mark.tsx'
import type { HoldingsSource } from '../../../portfolio/ports.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import { type Kernel, useKernel } from '../../../ui/kernel-context.ts'
import { Screen } from '../../../ui/screen.tsx'
import { say } from '../../../words/say.ts'
import { WalletHead, type WalletHeadProps } from './wallet-head.tsx'

export interface ReceiveProps extends WalletHeadProps {
  readonly portfolio: { readonly holdings: HoldingsSource }
  onBack(): void
  onClose(): void
}

/** Where to send to this wallet, and what comes while its person looks. */
export function Receive({ onBack, onClose, portfolio: { holdings }, ...head }: ReceiveProps) {
  const { address, chainType } = head.wallet
  const networks = useNetworks(head.wallet)
  const [arrived, setArrived] = useState<readonly ArrivedCoin[] | null>(null)
  useEffect(() => {
    setArrived(null)
    const life = new AbortController()
    void watchHoldings(holdings, setArrived, { document, window }, life.signal)
    return () => life.abort()
  }, [holdings])
  return (
    <Screen onBack={onBack} onClose={onClose} title={say('receive.title')}>
      {head.wallets.length > 1 ? (
        <div className={styles.head}>
          <WalletHead {...head} />
        </div>
      ) : null}
      <Arrivals arrived={arrived} />
      <ReceivePanel
        address={address}
        networks={networks}
        note={say(chainType === 'solana' ? 'receive.solana' : 'receive.ethereum')}
        scanned={address}
      />
    </Screen>
  )
}

const CLUSTERS = {
  'solana:mainnet': 'Solana',
  'solana:devnet': 'Solana Devnet',
  'solana:testnet': 'Solana Testnet',
} as const

/** Those of the wallet's family that the app has; none where they cannot be had. */
function useNetworks({ chainType }: HeldWallet): readonly MarkedChain[] {
  const kernel = useKernel()
  const [networks, setNetworks] = useState<readonly MarkedChain[]>([])
  useEffect(() => {
    let isGone = false
    readNetworks(kernel, chainType).then(
      found => isGone || setNetworks(found),
      () => isGone || setNetworks([]),
    )
    return () => {
      isGone = true
    }
  }, [kernel, chainType])
  return networks
}

async function readNetworks(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  type: HeldWallet['chainType'],
): Promise<readonly MarkedChain[]> {
  if (type === 'ethereum') return (await kernel.ethereum()).chains.map(({ id, name }) => ({ type, id, name }))
  return (await kernel.solana()).clusters.map(({ chain }) => ({ type, id: chain, name: CLUSTERS[chain] }))
}
