import { type ReactNode, useId } from 'react'
import { LockIcon } from '../../ui/icons.tsx'
import { Tile } from '../../ui/tile.tsx'
import { say } from '../../words/say.ts'
import styles from './receipt.module.css'

export interface AskerProps {
  /** The pinned origin, and its app's name and picture; `null`: the person themself, in their wallet. */
  readonly site: { readonly origin: string; readonly name: string; readonly icon: string | null } | null
  readonly asks: string
}

/** Who asks. */
export function Asker({ site, asks }: AskerProps) {
  if (site === null)
    return (
      <div className={styles.asker}>
        <LockIcon size={20} />
        <p className={styles.origin}>{say('approval.asker.own')}</p>
      </div>
    )
  return (
    <div className={styles.asker}>
      <Tile image={site.icon} name={site.name} size="small" />
      <p className={styles.who}>
        <bdi className={styles.origin} dir="ltr">
          {site.origin}
        </bdi>
        <span className={styles.asks}> {asks}</span>
      </p>
    </div>
  )
}

/** One fact of a receipt, e.g. the wallet. */
export function ReceiptRow({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className={styles.row}>
      <span className={styles.label} id={id}>
        {label}
      </span>
      {children}
    </fieldset>
  )
}
