import { appResponse, type ConsoleApp } from '@vitrine/shared/api/console/apps.ts'
import { useState } from 'react'
import { path } from '../http/client.ts'
import { failureOf } from '../http/failure.ts'
import { useConsole } from '../session/console-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { useTask } from '../ui/use-task.ts'
import styles from './config.module.css'
import { ConfigForm } from './config-form.tsx'
import { changesBetween } from './diff.ts'
import { draftOf, isChanged, place, wholeOf } from './draft.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import type { Config } from './paths.ts'
import { PreviewPane } from './preview-pane.tsx'
import { rebase } from './rebase.ts'
import { SaveDialog } from './save-dialog.tsx'
import { useCheck } from './use-check.ts'
import { useDraft } from './use-draft.ts'

const VIEWS = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const

/** The config while it is edited: its controls, what the server says of it, the dialog beside it, and the save. */
export function ConfigEditor({ app, mayChange }: { app: ConsoleApp; mayChange: boolean }) {
  const { send, session, confirm } = useConsole()
  const [draft, setDraft] = useDraft(app)
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  const [isSaving, setIsSaving] = useState(false)
  const [told, setTold] = useState<{ kind: 'success' | 'warning'; text: string } | null>(null)
  const [task, run, forget] = useTask()
  const whole = wholeOf(draft)
  const [lastWhole, setLastWhole] = useState<Config>(draft.base.config)
  const config = whole.ok ? whole.config : lastWhole
  const checked = useCheck(app.id, whole.ok ? whole.config : null)
  const placed = place(checked.problems, whole.ok ? whole.lineOf : () => 1)
  const lineProblems = whole.ok ? placed.byLine : [whole.problem]
  const problemCount = checked.problems.length + (whole.ok ? 0 : 1)
  const changed = isChanged(draft)
  const changes = whole.ok ? changesBetween(draft.base.config, whole.config) : []

  const edit = (next: typeof draft) => {
    if (whole.ok) setLastWhole(whole.config)
    setTold(null)
    setDraft(next)
  }
  const save = async () => {
    const at = path`/console/apps/${app.id}`
    const body = { config, version: draft.base.version }
    try {
      const confirmation = checked.confirmation
        ? await confirm({ operation: 'app.edit', app_id: app.id, target: checked.confirmation.target })
        : undefined
      const saved = await send({
        method: 'POST',
        path: at,
        body,
        ...(confirmation !== undefined && { confirmation }),
        answer: appResponse,
      })
      setDraft(draftOf(saved))
      setTold({ kind: 'success', text: 'Saved. The site gets it with its next page load.' })
      setIsSaving(false)
      // Its name stands in the navigation.
      void session.check()
    } catch (error) {
      if (failureOf(error).code !== 'resource_conflict') throw error
      const rebased = rebase(draft, await send({ path: at, answer: appResponse }))
      if (rebased === null) throw error
      setDraft(rebased.draft)
      setIsSaving(false)
      setTold({ kind: 'warning', text: conflictText(rebased.clashes) })
    }
  }
  return (
    <>
      {changed ? <LeaveDialog onDiscard={() => setDraft(draftOf(draft.base))} /> : null}
      {told ? <Notice kind={told.kind}>{told.text}</Notice> : null}
      <div className={styles.views}>
        <Segments label="View" onChange={setView} options={VIEWS} value={view} />
      </div>
      <div className={styles.columns} data-view={view}>
        <div className={styles.form}>
          {placed.general.map(reason => (
            <Notice key={reason} kind="danger">
              {reason}
            </Notice>
          ))}
          <ConfigForm
            draft={draft}
            lineProblems={lineProblems}
            mayChange={mayChange}
            notes={checked.isCurrent ? checked.notes : app.notes}
            onChange={edit}
            placed={placed}
            sealed={app.sealed}
          />
          {mayChange ? (
            <div className={styles.bar}>
              <p role="status">
                {checked.failure ??
                  (problemCount > 0
                    ? problemCount === 1
                      ? 'Fix one problem to save.'
                      : `${problemCount} problems keep it from being saved.`
                    : !changed
                      ? 'Nothing is changed.'
                      : !checked.isCurrent
                        ? 'Checking…'
                        : changes.length === 1
                          ? 'One change, not saved yet.'
                          : `${changes.length} changes, not saved yet.`)}
              </p>
              <div className={styles.barActions}>
                <Button disabled={!changed} onClick={() => edit(draftOf(draft.base))}>
                  Discard changes
                </Button>
                <Button
                  disabled={!changed || problemCount > 0 || !checked.isCurrent || changes.length === 0}
                  look="primary"
                  onClick={() => {
                    forget()
                    setIsSaving(true)
                  }}
                >
                  Review and save
                </Button>
              </div>
            </div>
          ) : null}
        </div>
        <PreviewPane config={config} />
      </div>
      {isSaving ? (
        <SaveDialog
          changes={changes}
          confirmed={checked.confirmation?.fields ?? []}
          onClose={() => setIsSaving(false)}
          onSave={() => run(save)}
          task={task}
        />
      ) : null}
    </>
  )
}

const conflictText = (clashes: readonly string[]): string =>
  `Somebody else saved meanwhile. Your changes now stand on theirs. ${
    clashes.length === 0 ? '' : `You both changed ${clashes.join(', ')}: yours would replace theirs. `
  }Look at it again, then save.`
