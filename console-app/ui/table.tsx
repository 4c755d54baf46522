import type { ReactNode } from 'react'
import { rove } from './roving.ts'
import styles from './table.module.css'

export interface Column<Row> {
  readonly title: string
  cell(row: Row): ReactNode
  /** Numbers and times, which are compared down the column. */
  readonly isNarrow?: boolean
  /** Goes on a phone: what it says stands elsewhere too. */
  readonly isExtra?: boolean
}

interface TableProps<Row> {
  /** What it lists, for who cannot see it. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  keyOf(row: Row): string | number
  /** Read anew: what is in sight is of before. */
  readonly isOld?: boolean
}

/**
 * A list in columns; on a narrow screen each row is a block with the columns' names in it. Links and buttons that have
 * `data-rove` are gone through by the arrow keys.
 */
export function Table<Row>({ caption, columns, rows, keyOf, isOld = false }: TableProps<Row>) {
  return (
    <div className={styles.frame}>
      <table aria-busy={isOld} className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNarrow, isExtra }) => (
              <th className={classOf(isNarrow, isExtra)} key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {/* Its links stay what they are: the arrows only go between them. */}
        <tbody onKeyDown={rove}>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNarrow, isExtra }) => (
                <td className={classOf(isNarrow, isExtra)} data-title={title} key={title}>
                  <div className={styles.cell}>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const classOf = (isNarrow = false, isExtra = false) =>
  [isNarrow ? styles.narrow : '', isExtra ? styles.extra : ''].filter(Boolean).join(' ') || undefined

/** The place of a list while its first page is read: as high as a short list, so that little moves when it comes. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div aria-label={label} className={styles.skeleton} role="status">
      {[0, 1, 2, 3, 4, 5].map(row => (
        <div className={styles.bone} key={row} />
      ))}
    </div>
  )
}
