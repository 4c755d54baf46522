import { exactAmount } from '../../approval/explain/numbers.ts'
import { CheckIcon } from '../../ui/icons-later.tsx'
import { say } from '../../words/say.ts'
import styles from './receive.module.css'
import type { ArrivedCoin } from './watch-holdings.ts'

/** What came while the screen is looked at; spoken when it does. */
export const Arrivals = ({ arrived }: { readonly arrived: readonly ArrivedCoin[] }) => (
  <div className={arrived.length > 0 ? styles.arrivals : undefined} role="status">
    {arrived.map(({ holding: { key, symbol, decimals, chain }, amount }) => (
      <p className={styles.arrived} key={key}>
        <CheckIcon />
        <span>
          {say('receive.arrived', {
            amount: `${exactAmount(amount, decimals)} ${symbol}`,
            network: chain.name,
          })}
        </span>
      </p>
    ))}
  </div>
)
