import { Button } from './button.tsx'
import styles from './more.module.css'
import { Notice } from './notice.tsx'
import type { Pages } from './use-pages.ts'

/** The foot of a list: how much is there, and the way to the next page. */
export function More<Item>({
  pages,
  noun,
}: {
  pages: Pages<Item>
  noun: readonly [one: string, many: string]
}) {
  const { loaded, task } = pages
  if (loaded.status !== 'ready' || loaded.value.items.length === 0) return null
  const { items, next } = loaded.value
  return (
    <div className={styles.foot}>
      {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
      <p role="status">
        {items.length} {items.length === 1 ? noun[0] : noun[1]}
        {next === null ? '' : ', and more'}
      </p>
      {next === null ? null : (
        <Button isBusy={task.status === 'busy'} onClick={pages.more}>
          Show more
        </Button>
      )}
    </div>
  )
}
