import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './notice.module.css'
import { Notice } from './notice.tsx'
import { TableSkeleton } from './table.tsx'
import type { Loaded } from './use-load.ts'

interface LoadViewProps<T> {
  readonly loaded: Loaded<T>
  onRetry(): void
  /** What is being read, e.g. "Users are loading". */
  readonly label: string
  children(value: T, isOld: boolean): ReactNode
}

/** What was read, its place until then, or why it did not come with the way to try again. */
export function LoadView<T>({ loaded, onRetry, label, children }: LoadViewProps<T>) {
  if (loaded.status === 'ready') return children(loaded.value, loaded.isOld)
  if (loaded.status === 'loading') return <TableSkeleton label={label} />
  return (
    <div className={styles.failure}>
      <Notice action={<Button onClick={onRetry}>Try again</Button>} kind="danger">
        {loaded.failure.message}
      </Notice>
    </div>
  )
}
