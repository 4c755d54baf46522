import type { ReactNode } from 'react'
import type { Appearance } from '../config/appearance.ts'
import { Phrase } from '../words/phrase.tsx'
import { say } from '../words/say.ts'
import styles from './landing.module.css'

type LegalUrls = Pick<Appearance, 'termsUrl' | 'privacyUrl'>

/** What a person agrees to by going on; nothing when the app names no terms. */
export function LegalNote(urls: LegalUrls) {
  if (urls.termsUrl === null && urls.privacyUrl === null) return null
  return (
    <p className={styles.legal}>
      <LegalLinks act="agree" {...urls} />
    </p>
  )
}

export interface LegalLinksProps extends LegalUrls {
  /** `agree`: by going on; `accept`: by a press of its own. */
  readonly act: 'agree' | 'accept'
  /** Without links. */
  readonly children?: ReactNode
}

/** A sentence around the links that the app has. */
export function LegalLinks({ act, termsUrl, privacyUrl, children }: LegalLinksProps) {
  const terms = termsUrl === null ? null : <NewTab href={termsUrl}>{say('login.terms')}</NewTab>
  const privacy = privacyUrl === null ? null : <NewTab href={privacyUrl}>{say('login.privacy')}</NewTab>
  if (terms && privacy)
    return (
      <Phrase of={act === 'agree' ? 'login.agreeBoth' : 'terms.acceptBoth'} values={{ terms, privacy }} />
    )
  if (terms)
    return <Phrase of={act === 'agree' ? 'login.agreeTerms' : 'terms.acceptTerms'} values={{ terms }} />
  if (privacy)
    return <Phrase of={act === 'agree' ? 'login.agreePrivacy' : 'terms.acceptPrivacy'} values={{ privacy }} />
  return children
}

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a className={styles.link} href={href} rel="noopener noreferrer" target="_blank">
      {children}
      <span className={styles.visuallyHidden}> {say('login.opensInNewTab')}</span>
    </a>
  )
}
