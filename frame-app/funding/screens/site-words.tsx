import { say } from '../../words/say.ts'
import styles from './funding.module.css'

/** A page's own words, in a place that says whose they are: beside the wallet's, never in their stead. */
export function SiteWords({ words }: { readonly words: readonly (string | undefined)[] }) {
  const said = words.filter(it => it !== undefined && it.trim() !== '')
  if (said.length === 0) return null
  return (
    <div className={styles.site}>
      <p className={styles.label}>{say('sign.siteSays')}</p>
      {said.map(it => (
        <p key={it}>
          <bdi>“{it}”</bdi>
        </p>
      ))}
    </div>
  )
}
