import type { ConfigProblem } from '@vitrine/shared/api/console/apps.ts'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/page.tsx'
import styles from './config.module.css'
import { Control } from './controls.tsx'
import type { Draft, LineProblem, Placed } from './draft.ts'
import { type Field, GROUPS, type Group } from './fields.ts'
import { JsonEditor } from './json-editor.tsx'
import { valueAt, withValue } from './paths.ts'

interface ConfigFormProps {
  readonly draft: Draft
  readonly placed: Placed
  readonly lineProblems: readonly LineProblem[]
  readonly notes: readonly ConfigProblem[]
  /** Top-level fields that a command alone changes. */
  readonly sealed: readonly string[]
  readonly mayChange: boolean
  onChange(draft: Draft): void
}

/** Every option of the config: the common ones as controls in groups, the rest as JSON. */
export function ConfigForm(props: ConfigFormProps) {
  const { draft, lineProblems, notes, sealed, mayChange, onChange } = props
  return (
    <>
      <nav aria-label="Groups of the config" className={styles.jumps}>
        {[...GROUPS, { id: 'rest', title: 'Everything else' }].map(({ id, title }) => (
          <a
            href={`#${id}`}
            key={id}
            onClick={event => {
              event.preventDefault()
              const group = document.getElementById(id)
              group?.scrollIntoView({ block: 'start' })
              group?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true })
            }}
          >
            {title}
          </a>
        ))}
      </nav>
      {GROUPS.map(group => (
        <GroupPanel group={group} key={group.id} {...props} />
      ))}
      <div className={styles.group} id="rest">
        <Panel title="Everything else">
          <div className={styles.body}>
            <p className={styles.sentence}>
              Chains, words, providers of your own, and whatever has no control above. docs/operating.md tells
              of each.
            </p>
            {sealed.length === 0 ? null : (
              <p className={styles.sentence}>
                A command alone changes {sealed.join(', ')}: <code>vitrine app edit</code>.
              </p>
            )}
            <JsonEditor
              isLocked={!mayChange}
              label="Everything else, as JSON"
              onChange={rest => onChange({ ...draft, rest })}
              problems={lineProblems}
              text={draft.rest}
            />
          </div>
        </Panel>
      </div>
      {notes.length === 0 ? null : (
        <Notice kind="warning">
          {notes.map(({ field, reason }) => (
            <p key={`${field} ${reason}`}>
              {field === '' ? '' : `${field}: `}
              {reason}
            </p>
          ))}
        </Notice>
      )}
    </>
  )
}

function GroupPanel({
  group,
  draft,
  placed,
  sealed,
  mayChange,
  onChange,
}: ConfigFormProps & { group: Group }) {
  const draw = (field: Field) => {
    const isSealed = sealed.includes(field.path.split('.')[0] ?? '')
    return (
      <Control
        field={isSealed ? { ...field, hint: 'Change this with the command: vitrine app edit.' } : field}
        isLocked={!mayChange || isSealed}
        key={field.path}
        onChange={value => onChange({ ...draft, form: withValue(draft.form, field.path, value) })}
        problem={placed.byField.get(field.path)}
        value={valueAt(draft.form, field.path)}
      />
    )
  }
  const isSwitch = ({ kind }: Field) => kind === 'switch'
  return (
    <div className={styles.group} id={group.id}>
      <Panel title={group.title}>
        <div className={styles.body}>
          <p className={styles.sentence}>{group.sentence}</p>
          <div className={styles.fields}>{group.fields.filter(field => !isSwitch(field)).map(draw)}</div>
          <div className={styles.switches}>{group.fields.filter(isSwitch).map(draw)}</div>
        </div>
      </Panel>
    </div>
  )
}
