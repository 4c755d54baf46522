import type { ReactNode } from 'react'
import { Address } from '../../ui/address.tsx'
import { say } from '../../words/say.ts'
import type { Offer as OfferView } from '../view/approval-view.ts'
import styles from './offer.module.css'
import { Told } from './told.tsx'

export interface OfferProps {
  readonly offer: OfferView
  /** Stands before a limit, by its place. */
  mark?(place: number): ReactNode
}

/** What a key of the app's may do with the wallet: at most how much, what and where, until when. */
export const Offer = ({ offer, mark }: OfferProps) => (
  <section aria-label={offer.name ?? say('delegation.atMost')} className={styles.offer}>
    {offer.name === null ? null : (
      <h2 className={styles.name}>
        <bdi>{offer.name}</bdi>
      </h2>
    )}
    <div className={styles.terms}>
      {offer.limits.length === 0 ? <p className={styles.beside}>{say('delegation.nothing')}</p> : null}
      <ul aria-label={say('delegation.atMost')} className={styles.limits} hidden={offer.limits.length === 0}>
        {offer.limits.map((limit, place) => (
          // Limits have no identity of their own, and never change their places.
          <li className={styles.limit} data-critical key={`${place}`}>
            {mark ? (
              <span aria-hidden="true" className={styles.mark}>
                {mark(place)}
              </span>
            ) : null}
            <Limit limit={limit} />
          </li>
        ))}
      </ul>
      <dl className={styles.rows}>
        {offer.rows.map(({ label, texts, addresses }) => (
          <div className={styles.row} data-critical key={label}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>
              {texts.map(it => (
                <span key={it}>{it}</span>
              ))}
              {addresses.map(it => (
                <Address address={it} key={it} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
)

const Limit = ({ limit: { figure, beside, per, used, token } }: { limit: OfferView['limits'][number] }) => (
  <span className={styles.amount}>
    <bdi className={styles.figure}>{figure}</bdi>
    {beside === null ? null : (
      <bdi className={styles.beside} dir="ltr">
        {beside}
      </bdi>
    )}
    <bdi className={styles.per}>{per}</bdi>
    {used === null ? null : (
      <span className={styles.per}>
        <Told text={used} />
      </span>
    )}
    {/* What it calls itself says nothing: the contract is the token. */}
    {token === null ? null : <Address address={token} />}
  </span>
)
