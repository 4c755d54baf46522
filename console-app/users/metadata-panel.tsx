import { type CustomMetadata, type ManagedUser, managedUser } from '@vitrine/shared/api/users.ts'
import { useRef, useState } from 'react'
import { path } from '../http/client.ts'
import { useConsole } from '../session/console-context.ts'
import { Button } from '../ui/button.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useTask } from '../ui/use-task.ts'
import { changesOf, type MetadataRow, problemsOf, rowsOf, type ValueKind } from './metadata-draft.ts'
import styles from './users.module.css'

const KINDS: readonly { value: ValueKind; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'yes-no', label: 'Yes or no' },
]

interface MetadataPanelProps {
  readonly appId: string
  readonly user: ManagedUser
  readonly mayChange: boolean
  onSaved(user: ManagedUser): void
}

/** What the site notes of a user, shown as text and edited row by row. */
export function MetadataPanel({ appId, user, mayChange, onSaved }: MetadataPanelProps) {
  const { send, kept } = useConsole()
  const place = `metadata ${appId} ${user.id}`
  const [rows, setRows] = useState(() => (kept.get(place) as MetadataRow[] | undefined) ?? null)
  const [task, run, forget] = useTask()
  const edit = (next: MetadataRow[] | null) => {
    // Who goes to another screen finds it again.
    if (next === null) kept.delete(place)
    else kept.set(place, next)
    setRows(next)
  }
  if (rows === null || !mayChange)
    return (
      <Panel
        actions={
          mayChange ? <Button onClick={() => edit(rowsOf(user.custom_metadata))}>Edit metadata</Button> : null
        }
        title="Metadata"
      >
        <MetadataTable metadata={user.custom_metadata} />
      </Panel>
    )
  const changes = changesOf(user.custom_metadata, rows)
  const save = async () => {
    const at = path`/users/${user.id}/custom_metadata`
    const body = { custom_metadata: changes }
    onSaved(await send({ method: 'PATCH', path: at, appId, body, answer: managedUser }))
    edit(null)
  }
  const isUnchanged = Object.keys(changes).length === 0
  const problems = problemsOf(rows)
  return (
    <Panel title="Metadata">
      <form
        aria-label="Metadata"
        className={styles.below}
        onSubmit={event => {
          event.preventDefault()
          if (problems.length === 0 && !isUnchanged) run(save)
        }}
      >
        <MetadataRows
          onChange={edit}
          problemOf={id => problems.find(it => it.id === id)?.reason}
          rows={rows}
        />
        {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
        <div className={styles.actions}>
          <Button
            disabled={problems.length > 0 || isUnchanged}
            isBusy={task.status === 'busy'}
            look="primary"
            type="submit"
          >
            Save metadata
          </Button>
          <Button
            onClick={() => {
              edit(null)
              forget()
            }}
          >
            Discard
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function MetadataTable({ metadata }: { metadata: CustomMetadata }) {
  const rows = Object.entries(metadata)
  if (rows.length === 0) return <p className={styles.note}>This user has no metadata.</p>
  return (
    <Table
      caption="Metadata"
      columns={[
        { title: 'Key', cell: ([key]) => key },
        {
          title: 'Value',
          cell: ([, value]) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)),
        },
      ]}
      keyOf={([key]) => key}
      rows={rows}
    />
  )
}

interface MetadataRowsProps {
  readonly rows: readonly MetadataRow[]
  problemOf(id: number): string | undefined
  onChange(rows: MetadataRow[]): void
}

function MetadataRows({ rows, problemOf, onChange }: MetadataRowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const change = (id: number, part: Partial<MetadataRow>) =>
    onChange(rows.map(row => (row.id === id ? { ...row, ...part } : row)))
  const add = () => {
    const id = Math.max(-1, ...rows.map(row => row.id)) + 1
    onChange([...rows, { id, key: '', kind: 'text', text: '' }])
  }
  return (
    <div className={styles.rows} ref={list}>
      {rows.map(({ id, key, kind, text }) => (
        <div className={styles.row} key={id}>
          <TextField
            autoFocus={key === ''}
            isLabelHidden
            label="Key"
            onChange={({ target }) => change(id, { key: target.value })}
            placeholder="Key"
            problem={problemOf(id)}
            value={key}
          />
          <Select
            isLabelHidden
            label={`Kind of ${key || 'the new row'}`}
            onChange={value => {
              const next = KINDS.find(it => it.value === value)?.value ?? 'text'
              change(id, { kind: next, ...(next === 'yes-no' && { text: 'true' }) })
            }}
            options={KINDS}
            value={kind}
          />
          {kind === 'yes-no' ? (
            <Select
              isLabelHidden
              label={`Value of ${key || 'the new row'}`}
              onChange={value => change(id, { text: value })}
              options={[
                { value: 'true', label: 'Yes' },
                { value: 'false', label: 'No' },
              ]}
              value={text}
            />
          ) : (
            <TextField
              inputMode={kind === 'number' ? 'decimal' : 'text'}
              isLabelHidden
              label={`Value of ${key || 'the new row'}`}
              onChange={({ target }) => change(id, { text: target.value })}
              placeholder="Value"
              value={text}
            />
          )}
          <Button
            aria-label={`Remove ${key || 'the new row'}`}
            look="quiet"
            onClick={() => {
              onChange(rows.filter(row => row.id !== id))
              // The button goes with the press, and the focus with it.
              list.current?.querySelector<HTMLElement>('[data-add]')?.focus()
            }}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button data-add onClick={add}>
          Add a row
        </Button>
      </div>
    </div>
  )
}
