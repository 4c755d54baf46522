import type { Appearance } from '../kernel/ports.ts'
import { Phrase } from '../words/phrase.tsx'
import { say } from '../words/say.ts'
import styles from './landing.module.css'

/** What a person agrees to by going on; nothing when the app names no terms. */
export function LegalNote({ termsUrl, privacyUrl }: Pick<Appearance, 'termsUrl' | 'privacyUrl'>) {
  if (termsUrl === null && privacyUrl === null) return null
  const terms = termsUrl === null ? null : <NewTab href={termsUrl}>{say('login.terms')}</NewTab>
  const privacy = privacyUrl === null ? null : <NewTab href={privacyUrl}>{say('login.privacy')}</NewTab>
  return (
    <p className={styles.legal}>
      {terms && privacy ? (
        <Phrase of="login.agreeBoth" values={{ terms, privacy }} />
      ) : terms ? (
        <Phrase of="login.agreeTerms" values={{ terms }} />
      ) : (
        <Phrase of="login.agreePrivacy" values={{ privacy }} />
      )}
    </p>
  )
}

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a className={styles.link} href={href} rel="noopener noreferrer" target="_blank">
      {children}
      <span className={styles.unseen}> {say('login.opensInNewTab')}</span>
    </a>
  )
}
