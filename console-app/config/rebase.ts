import type { ConsoleApp } from '@vitrine/shared/api/console/apps.ts'
import { changesBetween } from './diff.ts'
import { type Draft, draftOf, wholeOf } from './draft.ts'
import { type Config, valueAt, withValue } from './paths.ts'

export interface Rebased {
  readonly draft: Draft
  /** What both changed: the draft has the operator's own value there. */
  readonly clashes: readonly string[]
}

/**
 * The operator's changes on what somebody else saved meanwhile.
 * @returns `null` while the draft is no config
 */
export function rebase(draft: Draft, theirs: Pick<ConsoleApp, 'config' | 'version'>): Rebased | null {
  const mine = wholeOf(draft)
  if (!mine.ok) return null
  const changes = changesBetween(draft.base.config, mine.config)
  const others = new Map(changesBetween(draft.base.config, theirs.config).map(it => [it.path, it.after]))
  const config = changes.reduce<Config>(
    (result, { path }) => withValue(result, path, valueAt(mine.config, path)),
    theirs.config,
  )
  const { form, rest } = draftOf({ config: config as ConsoleApp['config'], version: theirs.version })
  return {
    draft: { base: theirs, form, rest },
    clashes: changes
      .filter(({ path, after }) => others.has(path) && others.get(path) !== after)
      .map(it => it.path),
  }
}
