import { exactAmount } from '../../approval/explain/numbers.ts'
import { CheckIcon } from '../../ui/icons-later.tsx'
import { say } from '../../words/say.ts'
import styles from './receive.module.css'
import type { ArrivedCoin } from './watch-holdings.ts'

/** What came while the screen is looked at; spoken when it does. @param arrived `null`: it is not looked yet */
export const Arrivals = ({ arrived }: { readonly arrived: readonly ArrivedCoin[] | null }) => (
  <div className={styles.arrivals} role="status">
    {arrived?.length === 0 ? <p className={styles.watching}>{say('receive.watching')}</p> : null}
    {arrived?.map(({ holding: { key, symbol, decimals, chain }, amount }) => (
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
