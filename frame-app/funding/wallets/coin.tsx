import { Badged, ChainMark, CoinMark } from '../../marks/mark.tsx'
import type { Holding } from '../../portfolio/ports.ts'
import { say } from '../../words/say.ts'
import { roughly } from './shown.ts'
import styles from './wallets.module.css'

/** A coin's mark with its network's. */
export const CoinIcon = ({ holding, size }: { readonly holding: Holding; readonly size: number }) => {
  const { chain, symbol, token, logoUrl, origin } = holding
  return (
    <Badged badge={<ChainMark chain={chain} size={14} />}>
      <CoinMark
        isVouchedFor={origin !== 'watched'}
        logoUrl={logoUrl}
        size={size}
        symbol={symbol}
        token={token}
      />
    </Badged>
  )
}

/** What a wallet has of a coin. Names of contracts are their own claim: each stands apart. */
export const CoinBalance = ({ holding }: { readonly holding: Holding }) => (
  <div className={styles.coin}>
    <CoinIcon holding={holding} size={36} />
    <span className={styles.what}>
      <bdi className={styles.name}>{holding.symbol}</bdi>
      <bdi className={styles.muted}>{holding.chain.name}</bdi>
    </span>
    <span className={styles.held}>
      <span className={styles.muted}>{say('fundWallets.balance')}</span>
      <bdi>{holding.amount === null ? say('asset.balanceUnknown') : roughly(holding.amount, holding)}</bdi>
    </span>
  </div>
)
