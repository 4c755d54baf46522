import { Address } from '../../ui/address.tsx'
import { say } from '../../words/say.ts'
import type { ApprovalView } from '../view/approval-view.ts'
import { Details } from './details.tsx'
import { Lines, Permissions } from './lines.tsx'
import { MessageBox } from './message-box.tsx'
import { Raw } from './raw.tsx'
import styles from './receipt.module.css'
import { Asker, ReceiptRow } from './receipt-parts.tsx'
import { SiteSays } from './site-says.tsx'

/** Who asks, what leaves, what arrives, what is allowed, from which wallet, and what it costs. */
export function ApprovalReceipt({ view, isReading }: { view: ApprovalView; isReading: boolean }) {
  const { site, explanation, fee } = view
  const { outgoing, incoming, permissions, details, notes, raw } = explanation
  return (
    <div className={styles.receipt}>
      <Asker asks={view.asks} icon={site.icon} origin={site.origin} />
      <SiteSays {...site} />
      {isReading ? <Skeleton /> : null}
      <Lines label={say('approval.outgoing')} lines={outgoing} way="out" />
      <Lines label={say('approval.incoming')} lines={incoming} way="in" />
      <Permissions permissions={permissions} />
      <Details details={details} />
      <ReceiptRow label={say('sign.wallet')}>
        <Address address={view.wallet} />
      </ReceiptRow>
      {view.network === null ? null : (
        <p className={styles.network}>
          <span className={styles.label}>{say('approval.network')}</span>
          <span className={styles.value}>{view.network}</span>
        </p>
      )}
      {fee === null ? null : <Fee fee={fee} />}
      {notes.length === 0 ? null : (
        <ul className={styles.notes}>
          {notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {view.message === null ? null : <MessageBox message={view.message} />}
      {raw.length === 0 ? null : <Raw raw={raw} />}
    </div>
  )
}

function Fee({ fee: { fee, atMost, total } }: { fee: NonNullable<ApprovalView['fee']> }) {
  return (
    <dl className={styles.cost}>
      <dt className={styles.label}>{say('approval.fee')}</dt>
      <dd className={styles.sum}>
        <bdi>{fee.first}</bdi>
        <Beside text={fee.beside} />
        <Beside text={atMost} />
      </dd>
      <dt className={styles.total}>{say('approval.totalAtMost')}</dt>
      <dd className={`${styles.sum} ${styles.total}`}>
        <bdi>{total.first}</bdi>
        <Beside text={total.beside} />
      </dd>
    </dl>
  )
}

const Beside = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <small className={styles.beside}>
      <bdi>{text}</bdi>
    </small>
  )

/** Stands where the lines will stand. */
export const Skeleton = () => (
  <div aria-hidden="true" className={styles.skeleton}>
    <span className={styles.bone} />
    <span className={`${styles.bone} ${styles.large}`} />
    <span className={styles.bone} />
  </div>
)
