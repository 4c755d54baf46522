import { Address } from '../../ui/address.tsx'
import { say } from '../../words/say.ts'
import type { Line, Permission } from '../explain/explanation.ts'
import styles from './lines.module.css'
import base from './receipt.module.css'

interface LinesProps {
  readonly label: string
  readonly lines: readonly Line[]
  readonly way: 'out' | 'in'
}

/** What leaves or arrives, one under another. */
export function Lines({ label, lines, way }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <section aria-label={label} className={styles.group}>
      <span className={base.label}>{label}</span>
      <ul className={styles.list}>
        {lines.map(({ amount, beside, token, party }, place) => (
          // Lines have no identity of their own, and never change their places.
          <li className={styles.item} key={`${place}`}>
            <p className={styles.amount}>
              <span aria-hidden="true" className={way === 'out' ? styles.out : styles.in}>
                {way === 'out' ? '−' : '+'}
              </span>
              <bdi>{amount}</bdi>
              {beside === null ? null : <bdi className={styles.beside}>{beside}</bdi>}
            </p>
            {party === null ? null : (
              <Party label={say(way === 'out' ? 'approval.to' : 'approval.from')} party={party} />
            )}
            {/* A symbol is a claim; the contract is the token. */}
            {token === null ? null : <Party label={say('approval.contract')} party={token} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who may take what, later and without asking. */
export function Permissions({ permissions }: { permissions: readonly Permission[] }) {
  if (permissions.length === 0) return null
  const label = say('approval.permissions')
  return (
    <section aria-label={label} className={styles.group}>
      <span className={base.label}>{label}</span>
      <ul className={styles.list}>
        {permissions.map(({ what, who, token, until, isUnlimited }, place) => (
          <li className={styles.item} key={`${place}`}>
            <p className={styles.amount}>
              <bdi className={isUnlimited ? styles.grave : undefined}>{what}</bdi>
              {until === null ? null : <span className={styles.beside}>{until}</span>}
            </p>
            <Party label={say('approval.for')} party={who} />
            {token === null ? null : <Party label={say('approval.contract')} party={token} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Party = ({ label, party }: { label: string; party: string }) => (
  <div className={styles.party}>
    <span className={base.label}>{label}</span>
    <Address address={party} />
  </div>
)
