import { TrashIcon } from '../../../linked-accounts/icons.tsx'
import { Badged, ChainMark, CoinMark } from '../../../marks/mark.tsx'
import type { Holding } from '../../../portfolio/ports.ts'
import { centsOf } from '../../../portfolio/worth.ts'
import { say } from '../../../words/say.ts'
import { shownAmount, shownCents } from './amounts.ts'
import styles from './coin-list.module.css'
import rows from './rows.module.css'

/** One coin on one network. What its contract says of itself is one line, however long, and its direction its own. */
export function CoinRow({ holding, onRemove }: { holding: Holding; onRemove: (() => void) | undefined }) {
  const { chain, token, symbol, name, amount, decimals, price, logoUrl, origin } = holding
  const worth = amount === null || price === null ? null : centsOf(amount, decimals, price)
  return (
    <li className={rows.row}>
      <Badged badge={<ChainMark chain={chain} size={14} />}>
        <CoinMark
          isVouchedFor={origin !== 'watched'}
          logoUrl={logoUrl}
          size={36}
          symbol={symbol}
          token={token}
        />
      </Badged>
      <span className={`${rows.what} ${styles.what}`}>
        <bdi className={rows.line} title={name}>
          {name || symbol}
        </bdi>
        <span className={styles.where}>
          <bdi>{chain.name}</bdi>
          {holding.borrows === null ? null : (
            <span className={styles.copy}>{say('home.copy', { symbol: holding.borrows })}</span>
          )}
          {chain.isTestnet ? <span className={styles.test}>{say('home.testnet')}</span> : null}
        </span>
      </span>
      <span className={`${rows.end} ${styles.amount}`}>
        {amount === null ? (
          <span className={styles.worth}>{say('asset.balanceUnknown')}</span>
        ) : (
          <bdi className={rows.line}>{`${shownAmount(amount, decimals)} ${symbol}`}</bdi>
        )}
        {worth === null ? null : <bdi className={styles.worth}>{shownCents(worth)}</bdi>}
      </span>
      {onRemove ? (
        <button
          aria-label={say('asset.remove', { token: symbol })}
          className={styles.tool}
          onClick={onRemove}
          title={say('asset.remove', { token: symbol })}
          type="button"
        >
          <TrashIcon />
        </button>
      ) : null}
    </li>
  )
}
