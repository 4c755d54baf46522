import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Task } from '../ui/use-task.ts'
import styles from './config.module.css'
import type { Change } from './diff.ts'

interface SaveDialogProps {
  readonly changes: readonly Change[]
  /** Fields for which the operator's passkey is asked. */
  readonly confirmed: readonly string[]
  readonly task: Task
  onSave(): void
  onClose(): void
}

/** What a save changes, before it does. */
export function SaveDialog({ changes, confirmed, task, onSave, onClose }: SaveDialogProps) {
  return (
    <Dialog
      isWide
      onClose={onClose}
      title={changes.length === 1 ? 'Save one change?' : `Save ${changes.length} changes?`}
    >
      <p>The site gets it with its next page load. The audit shows who changed what.</p>
      <ul className={styles.changes}>
        {changes.map(({ path, before, after }) => (
          <li className={styles.change} key={path}>
            <code>{path}</code>
            {before === null ? null : (
              <del>
                <pre>{before}</pre>
              </del>
            )}
            {after === null ? null : (
              <ins>
                <pre>{after}</pre>
              </ins>
            )}
          </li>
        ))}
      </ul>
      {confirmed.length > 0 ? (
        <p>
          Confirm with your passkey again, because{' '}
          {confirmed.length === 1 ? 'this field protects' : 'these fields protect'} your users or{' '}
          {confirmed.length === 1 ? 'names' : 'name'} an address: {confirmed.join(', ')}.
        </p>
      ) : null}
      {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
      <DialogActions>
        <Button onClick={onClose}>Go on editing</Button>
        <Button autoFocus isBusy={task.status === 'busy'} look="primary" onClick={onSave}>
          {confirmed.length > 0 ? 'Save with a passkey' : 'Save'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
