import { Avatar } from '../marks/avatar.tsx'
import type { Recipient } from '../recipients/address-book.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { shortAddress } from '../ui/short-address.ts'
import { say } from '../words/say.ts'
import styles from './send.module.css'

/** More are found by typing them. */
const SHOWN = 4

export interface RecentRecipientsProps {
  readonly recipients: readonly Recipient[]
  onChoose(recipient: Recipient): void
  onForget(recipient: Recipient): void
}

/** Whom the person sent to before, by a tap; each can be forgotten. */
export function RecentRecipients({ recipients, onChoose, onForget }: RecentRecipientsProps) {
  if (recipients.length === 0) return null
  return (
    <section className={styles.recents}>
      <h2 className={styles.heading}>{say('recipient.recent')}</h2>
      <ul className={styles.list}>
        {recipients.slice(0, SHOWN).map(recipient => {
          const { address, name } = recipient
          const short = shortAddress(address)
          return (
            <li className={styles.recent} key={address}>
              <button
                aria-label={say('recipient.use', { short: name ?? short, address })}
                className={styles.choose}
                onClick={() => onChoose(recipient)}
                type="button"
              >
                <Avatar address={address} size={32} />
                <span className={styles.names}>
                  {name === null ? null : <bdi>{name}</bdi>}
                  <bdi className={name === null ? undefined : styles.note} dir="ltr">
                    {short}
                  </bdi>
                </span>
              </button>
              <button
                aria-label={say('recipient.forget', { address: name ?? short })}
                className={styles.forget}
                onClick={() => onForget(recipient)}
                type="button"
              >
                <CloseIcon />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
