import { type ReactNode, useId } from 'react'
import { Tile } from '../../ui/tile.tsx'
import styles from './receipt.module.css'

/** Who asks: the pinned origin, and its app's picture. */
export function Asker({ origin, icon, asks }: { origin: string; icon: string | null; asks: string }) {
  return (
    <div className={styles.asker}>
      <Tile image={icon} name={new URL(origin).hostname} size="small" />
      <p className={styles.who}>
        <bdi className={styles.origin} dir="ltr">
          {origin}
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
