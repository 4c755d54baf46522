import { Address } from '../../ui/address.tsx'
import { say } from '../../words/say.ts'
import type { Detail } from '../explain/explanation.ts'
import styles from './details.module.css'
import { MarkedText } from './marked-text.tsx'

/** Beyond this a step to the side would leave no room for what stands there. */
const DEEPEST = 3

export interface DetailsProps {
  readonly details: readonly Detail[]
  /** Nothing else says what the request does. */
  readonly isCritical: boolean
}

/** What the request says in single fields: of a contract's function, of typed data. */
export function Details({ details, isCritical }: DetailsProps) {
  if (details.length === 0) return null
  return (
    <div className={styles.details}>
      <section
        aria-label={say('approval.details')}
        className={styles.box}
        data-whole={isCritical || undefined}
        // A region that scrolls must be reachable by key (WCAG 2.1.1).
        tabIndex={isCritical ? undefined : 0}
      >
        <dl className={styles.list}>
          {details.map((detail, place) => (
            <div
              className={styles.row}
              data-critical={isCritical || undefined}
              data-depth={Math.min(detail.depth, DEEPEST)}
              // Rows have no identity of their own, and never change their places.
              key={`${place}`}
            >
              <dt className={styles.name}>
                <MarkedText text={detail.label} />
              </dt>
              <dd className={styles.value}>
                <Value detail={detail} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

function Value({ detail: { kind, value } }: { detail: Detail }) {
  if (kind === 'address') return <Address address={value} />
  if (kind === 'code')
    return (
      <code className={styles.code} dir="ltr">
        <MarkedText text={value} />
      </code>
    )
  return (
    <bdi>
      <MarkedText text={value} />
    </bdi>
  )
}
