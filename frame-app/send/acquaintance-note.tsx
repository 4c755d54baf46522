import { AlertIcon } from '../ui/icons.tsx'
import { say } from '../words/say.ts'
import type { Acquaintance } from './recipient.ts'
import styles from './send.module.css'

/** Whether one has sent there before. An address made to be taken for one that is known is the danger here. */
export function AcquaintanceNote({ acquaintance }: { readonly acquaintance: Acquaintance }) {
  if (acquaintance.kind === 'lookalike')
    return (
      <strong className={styles.lookalike} role="alert">
        <AlertIcon />
        <span>{say('recipient.lookalike', { known: acquaintance.known })}</span>
      </strong>
    )
  return (
    <span className={acquaintance.kind === 'first' ? styles.first : styles.note}>
      {sayAcquaintance(acquaintance)}
    </span>
  )
}

function sayAcquaintance(acquaintance: Exclude<Acquaintance, { kind: 'lookalike' }>): string {
  if (acquaintance.kind === 'known')
    return say('recipient.known', { date: dayOf(acquaintance.recipient.sentAt) })
  return say(acquaintance.kind === 'own' ? 'recipient.own' : 'recipient.first')
}

/** A day of the reader's own zone. @param at unix ms */
function dayOf(at: number): string {
  const { lang } = document.documentElement
  return new Intl.DateTimeFormat(lang || undefined, { dateStyle: 'medium' }).format(at)
}
