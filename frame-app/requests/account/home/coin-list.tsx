import { useState } from 'react'
import type { Holding, Holdings } from '../../../portfolio/ports.ts'
import { Button } from '../../../ui/button.tsx'
import { say } from '../../../words/say.ts'
import styles from './coin-list.module.css'
import { CoinRow } from './coin-row.tsx'
import rows from './rows.module.css'

/** Rows at first, and with each press of "more": a wallet can be given any number of tokens by strangers. */
const STEP = 30

export interface CoinListProps {
  readonly holdings: Holdings
  /** The name of the network that the site is on; `null`: it has none, or it is not known yet. */
  readonly siteNetwork: string | null
  /** A coin that the person added, and may take away again; absent: it cannot be. */
  removal(holding: Holding): (() => void) | undefined
}

/** The coins of all networks, or of one. */
export function CoinList({ holdings, siteNetwork, removal }: CoinListProps) {
  const [network, setNetwork] = useState('')
  const [limit, setLimit] = useState(STEP)
  const networks = new Map(holdings.list.map(({ chain }) => [`${chain.id}`, chain.name]))
  const only = networks.has(network) ? network : ''
  const coins = holdings.list.filter(({ chain }) => !only || `${chain.id}` === only)
  const isEmpty = holdings.status === 'fresh' && !holdings.list.some(({ amount }) => amount !== 0n)
  return (
    <section className={rows.section}>
      <div className={rows.bar}>
        <h2 className={rows.heading}>{say('home.coins')}</h2>
        {networks.size > 1 ? (
          <select
            aria-label={say('home.network')}
            className={styles.network}
            onChange={event => setNetwork(event.target.value)}
            tabIndex={0}
            value={only}
          >
            <option value="">{say('home.allNetworks')}</option>
            {[...networks].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      {isEmpty ? <p className={rows.none}>{say('home.empty')}</p> : null}
      {holdings.status === 'reading' ? (
        <Skeleton />
      ) : (
        <ul className={rows.list}>
          {coins.slice(0, limit).map(holding => (
            <CoinRow holding={holding} key={holding.key} onRemove={removal(holding)} />
          ))}
        </ul>
      )}
      {coins.length > limit ? (
        <Button look="quiet" onClick={() => setLimit(limit + STEP)}>
          {say('home.more', { count: Math.min(STEP, coins.length - limit) })}
        </Button>
      ) : null}
      {siteNetwork === null ? null : (
        <p className={styles.site}>{say('home.siteNetwork', { network: siteNetwork })}</p>
      )}
    </section>
  )
}

const Skeleton = () => (
  <ul aria-hidden="true" className={rows.list}>
    {[0, 1, 2].map(row => (
      <li className={styles.skeleton} key={row} />
    ))}
  </ul>
)
