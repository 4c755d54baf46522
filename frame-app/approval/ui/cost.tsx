import { say } from '../../words/say.ts'
import { tell } from '../explain/tell.ts'
import type { ApprovalView } from '../view/approval-view.ts'
import styles from './cost.module.css'
import { Told } from './told.tsx'

/** The fee in one line, all that leaves with it, and what the wallet then has. */
export function Cost({
  fee: { fee, atMost, note, risen, total, after },
}: {
  fee: NonNullable<ApprovalView['fee']>
}) {
  return (
    <dl className={styles.cost}>
      <Row label={say('approval.fee')} leaves texts={[fee.first, fee.beside]} {...{ atMost, note, risen }} />
      {total === null ? null : (
        <Row
          atMost={total.atMost}
          isTotal
          leaves
          label={say('approval.total')}
          texts={[total.first, total.beside]}
        />
      )}
      {after.length === 0 ? null : <Row label={say('approval.after')} texts={[after.join(' · ')]} />}
    </dl>
  )
}

interface RowProps {
  readonly label: string
  /** As the app counts first, and the other way. */
  readonly texts: readonly (string | null)[]
  readonly atMost?: string | null
  readonly note?: string | null
  readonly risen?: string | null
  readonly isTotal?: boolean
  /** It is an amount that leaves the wallet. */
  readonly leaves?: boolean
}

function Row({
  label,
  texts: [first, beside = null],
  atMost = null,
  note = null,
  risen = null,
  isTotal = false,
  leaves = false,
}: RowProps) {
  return (
    <div
      className={isTotal ? `${styles.row} ${styles.total}` : styles.row}
      data-critical={leaves || undefined}
    >
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.sum}>
        <bdi dir="ltr">{first}</bdi>
        {beside === null ? null : (
          <bdi className={styles.beside} dir="ltr">
            {beside}
          </bdi>
        )}
        {atMost === null ? null : (
          <span className={styles.beside}>
            <Told text={tell('approval.feeAtMost', { amount: atMost })} />
          </span>
        )}
        {note === null ? null : <span className={styles.beside}>{note}</span>}
        {risen === null ? null : (
          <span className={styles.risen} role="alert">
            {risen}
          </span>
        )}
      </dd>
    </div>
  )
}
