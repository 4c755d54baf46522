import { useId } from 'react'
import { exactAmount } from '../approval/explain/numbers.ts'
import { Badged, ChainMark, CoinMark } from '../marks/mark.tsx'
import type { Holding } from '../portfolio/ports.ts'
import { say } from '../words/say.ts'
import styles from './send.module.css'

export interface CoinFieldProps {
  readonly holdings: readonly Holding[]
  readonly holding: Holding
  onChoose(key: string): void
}

/** What is sent: the browser's own list, which every hand and every screen reader can use. */
export function CoinField({ holdings, holding, onChoose }: CoinFieldProps) {
  const id = useId()
  const { chain, symbol, token, logoUrl, origin } = holding
  return (
    <div className={styles.group}>
      <label className={styles.label} htmlFor={id}>
        {say('send.coin')}
      </label>
      <div className={styles.coin}>
        <Badged badge={<ChainMark chain={chain} size={14} />}>
          <CoinMark
            isVouchedFor={origin !== 'watched'}
            logoUrl={logoUrl}
            size={32}
            symbol={symbol}
            token={token}
          />
        </Badged>
        <select
          className={styles.select}
          id={id}
          onChange={event => onChoose(event.target.value)}
          value={holding.key}
        >
          {holdings.map(it => (
            <option key={it.key} value={it.key}>
              {nameOf(it)}
            </option>
          ))}
        </select>
        <span className={styles.balance}>
          <span className={styles.note}>{say('send.balance')}</span>
          <bdi>{holding.amount === null ? say('send.balanceUnknown') : balanceOf(holding)}</bdi>
        </span>
      </div>
    </div>
  )
}

const nameOf = ({ symbol, chain }: Holding) => say('send.coinOn', { symbol, network: chain.name })

/** Every digit: it is what can be sent. */
const balanceOf = ({ amount, decimals, symbol }: Holding) =>
  `${exactAmount(amount ?? 0n, decimals)} ${symbol}`
