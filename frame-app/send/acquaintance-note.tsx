import { AlertIcon } from '../ui/icons.tsx'
import { say } from '../words/say.ts'
import type { Acquaintance } from './recipient.ts'
import styles from './send.module.css'

/** Whether one has sent there before. An address made to be taken for one that is known is the danger here. */
export function AcquaintanceNote({ acquaintance }: { readonly acquaintance: Acquaintance }) {
  switch (acquaintance.kind) {
    case 'own':
      return <span className={styles.note}>{say('recipient.own')}</span>
    case 'first':
      return <span className={styles.first}>{say('recipient.first')}</span>
    case 'known':
      return (
        <span className={styles.note}>
          {say('recipient.known', { date: dayOf(acquaintance.recipient.sentAt) })}
        </span>
      )
    case 'lookalike':
      return (
        <strong className={styles.lookalike} role="alert">
          <AlertIcon />
          <span>{say('recipient.lookalike', { known: acquaintance.known })}</span>
        </strong>
      )
  }
}

/** A day of the reader's own zone. @param at unix ms */
function dayOf(at: number): string {
  const { lang } = document.documentElement
  return new Intl.DateTimeFormat(lang || undefined, { dateStyle: 'medium' }).format(at)
}
