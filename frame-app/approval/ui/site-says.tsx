import { useState } from 'react'
import { say } from '../../words/say.ts'
import type { ApprovalView } from '../view/approval-view.ts'
import base from './receipt.module.css'
import styles from './site-says.module.css'

type Site = NonNullable<ApprovalView['site']>

/** A stranger's words, picture and link, in a place of their own that says whose they are. */
export function SiteSays({ says, picture, link }: Pick<Site, 'says' | 'picture' | 'link'>) {
  if (says.length === 0 && picture === null && link === null) return null
  return (
    <div className={base.note}>
      <span className={base.label}>{say('sign.siteSays')}</span>
      <div className={styles.says}>
        {picture === null ? null : <Picture {...picture} />}
        <dl className={styles.fields}>
          {says.map(({ label, words }) => (
            <div className={styles.field} key={label}>
              <dt className={base.label}>{label}</dt>
              <dd className={base.words}>
                <bdi>“{words}”</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {link === null ? null : (
        <a className={styles.link} href={link} rel="noopener noreferrer" target="_blank">
          <bdi dir="ltr">{new URL(link).host}</bdi>
        </a>
      )}
    </div>
  )
}

/** One that does not load leaves no gap: a broken picture says nothing. */
function Picture({ src, alt, size }: NonNullable<Site['picture']>) {
  const [isBroken, setIsBroken] = useState(false)
  return isBroken ? null : (
    <img alt={alt} className={styles[size]} onError={() => setIsBroken(true)} src={src} />
  )
}
