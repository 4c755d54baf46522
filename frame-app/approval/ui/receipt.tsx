import type { ApprovalView } from '../view/approval-view.ts'
import { Cost } from './cost.tsx'
import { Fold } from './fold.tsx'
import { Hero } from './hero.tsx'
import { MessageBox } from './message-box.tsx'
import { Offer } from './offer.tsx'
import styles from './receipt.module.css'
import { Asker } from './receipt-parts.tsx'
import { SiteSays } from './site-says.tsx'

export interface ApprovalReceiptProps {
  readonly view: ApprovalView
  readonly isReading: boolean
}

/** Who asks, what happens in letters that are read first, what it costs and what remains; the rest is one press away. */
export function ApprovalReceipt({ view, isReading }: ApprovalReceiptProps) {
  const { site, explanation, fee } = view
  const { outgoing, incoming, permissions, notes } = explanation
  const saysWhat =
    outgoing.length + incoming.length + permissions.length + view.offers.length > 0 || view.message !== null
  return (
    <div className={styles.receipt}>
      <Asker asks={view.asks} site={site} />
      {isReading ? <Skeleton /> : null}
      <Hero incoming={incoming} outgoing={outgoing} permissions={permissions} />
      {view.offers.map((offer, place) => (
        // They have no identity of their own, and never change their places.
        <Offer key={`${place}`} offer={offer} />
      ))}
      {view.message === null ? null : <MessageBox message={view.message} />}
      {fee === null ? null : <Cost fee={fee} />}
      {site === null ? null : <SiteSays {...site} />}
      {notes.length === 0 ? null : (
        <ul className={styles.notes}>
          {notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {/* What nothing else tells stands open: nobody approves a heading alone. Read anew it is another fold. */}
      {isReading ? null : <Fold isOpen={!saysWhat} key={String(saysWhat)} view={view} />}
    </div>
  )
}

/** Stands where the lines will stand. */
export const Skeleton = () => (
  <div aria-hidden="true" className={styles.skeleton}>
    <span className={`${styles.bone} ${styles.large}`} />
    <span className={styles.bone} />
    <span className={styles.bone} />
  </div>
)
