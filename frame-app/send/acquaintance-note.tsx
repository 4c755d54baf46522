import { AlertIcon } from '../ui/icons.tsx'
import { say } from '../words/say.ts'
import type { Acquaintance } from './recipient.ts'
import styles from './send.module.css'

/** An address made to be taken for one that is known: the whole of both stands there, to be compared. */
export function LookalikeWarning({ known }: Extract<Acquaintance, { kind: 'lookalike' }>) {
  return (
    <strong className={styles.lookalike} role="alert">
      <AlertIcon />
      <span>{say('recipient.lookalike', { known })}</span>
    </strong>
  )
}

/** Whether one has sent there before. */
export const AcquaintanceNote = ({ acquaintance }: { readonly acquaintance: Known }) => (
  <span className={acquaintance.kind === 'first' ? styles.first : styles.note}>
    {sayAcquaintance(acquaintance)}
  </span>
)

type Known = Exclude<Acquaintance, { kind: 'lookalike' }>

function sayAcquaintance(acquaintance: Known): string {
  if (acquaintance.kind === 'known')
    return say('recipient.known', { date: dayOf(acquaintance.recipient.sentAt) })
  return say(acquaintance.kind === 'own' ? 'recipient.own' : 'recipient.first')
}

/** A day of the reader's own zone. @param at unix ms */
function dayOf(at: number): string {
  const { lang } = document.documentElement
  return new Intl.DateTimeFormat(lang || undefined, { dateStyle: 'medium' }).format(at)
}
