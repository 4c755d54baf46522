import { useEffect, useState } from 'react'
import type { EthereumNetworks } from '../../../chains/ethereum/ports.ts'
import type { Holding } from '../../../portfolio/ports.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import { Button } from '../../../ui/button.tsx'
import { useKernel } from '../../../ui/kernel-context.ts'
import { useStore } from '../../../ui/use-flow.ts'
import { say } from '../../../words/say.ts'
import { LatestActivity } from './activity-list.tsx'
import type { OnReplace } from './activity-row.tsx'
import { CoinList } from './coin-list.tsx'
import styles from './home.module.css'
import { AddIcon, ReceiveIcon, SendIcon } from './icons.tsx'
import { NftList } from './nft-list.tsx'
import type { Portfolio } from './portfolio.ts'
import { Total } from './total.tsx'
import { WalletHead, type WalletHeadProps } from './wallet-head.tsx'

export interface HomeProps extends WalletHeadProps {
  readonly portfolio: Portfolio
  onReceive(): void
  /** Absent: this wallet cannot send from here. */
  readonly onSend: (() => void) | undefined
  /** Absent: the app offers no way to fund a wallet. */
  readonly onAddFunds: (() => void) | undefined
  onActivity(): void
  /** Absent: this wallet cannot send from here. */
  readonly onReplace?: OnReplace | undefined
}

/** A wallet as its person finds it: who it is, what it is worth, what can be done, what it has and what happened. */
export function Home({
  portfolio,
  onReceive,
  onSend,
  onAddFunds,
  onActivity,
  onReplace,
  ...head
}: HomeProps) {
  const holdings = useStore(portfolio.holdings.store)
  const networks = useEthereum()
  return (
    <>
      <WalletHead {...head} />
      <Total holdings={holdings} />
      <div className={styles.actions}>
        <Button look="plain" onClick={onReceive}>
          <span className={styles.action}>
            <ReceiveIcon />
            {say('home.receive')}
          </span>
        </Button>
        {onSend ? (
          <Button look="plain" onClick={onSend}>
            <span className={styles.action}>
              <SendIcon />
              {say('home.send')}
            </span>
          </Button>
        ) : null}
        {onAddFunds ? (
          <div className={styles.whole}>
            <Button look="plain" onClick={onAddFunds}>
              <span className={styles.action}>
                <AddIcon />
                {say('funding.title')}
              </span>
            </Button>
          </div>
        ) : null}
      </div>
      {networks ? (
        <Coins holdings={holdings} networks={networks} wallet={head.wallet} />
      ) : (
        <CoinList holdings={holdings} removal={() => undefined} siteNetwork={null} />
      )}
      <LatestActivity activity={portfolio.activity} onAll={onActivity} onReplace={onReplace} />
    </>
  )
}

interface CoinsProps {
  readonly holdings: Parameters<typeof CoinList>[0]['holdings']
  readonly networks: EthereumNetworks
  readonly wallet: HeldWallet
}

/** With what the person added to the coins, and may take away; and with the network that the site is on. */
function Coins({ holdings, networks, wallet }: CoinsProps) {
  const assets = useStore(networks.assets.all)
  const current = useStore(networks.current)
  const isOf = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()
  const own = assets.filter(({ owner }) => isOf(owner, wallet.address))
  const removal = ({ origin, chain, token }: Holding) => {
    if (origin !== 'watched') return undefined
    const asset = own.find(it => it.tokenId === null && it.chainId === chain.id && isOf(token, it.address))
    return asset && (() => networks.assets.remove(asset))
  }
  // What was taken away is gone at once, and not when the chains have answered.
  const list = holdings.list.filter(holding => holding.origin !== 'watched' || removal(holding))
  const siteChain = networks.chains.find(({ id }) => id === current)
  return (
    <>
      <CoinList
        holdings={{ ...holdings, list }}
        removal={removal}
        siteNetwork={wallet.chainType === 'ethereum' ? (siteChain?.name ?? null) : null}
      />
      <NftList
        assets={own.filter(({ tokenId }) => tokenId !== null)}
        count={holdings.nfts}
        networks={networks}
      />
    </>
  )
}

/** `null` while they come, and where they cannot be had: the home does without them. */
export function useEthereum(): EthereumNetworks | null {
  const kernel = useKernel()
  const [networks, setNetworks] = useState<EthereumNetworks | null>(null)
  useEffect(() => {
    let isGone = false
    kernel.ethereum().then(
      found => isGone || setNetworks(found),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [kernel])
  return networks
}
