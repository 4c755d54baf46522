import type { OperationData } from '@vitrine/shared/api/operation.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { CHANGED_BY_CONSOLE } from '@vitrine/shared/config/changed-by-console.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'

type Changes = { readonly [Key in 'fields' | 'changes']: NonNullable<OperationData[Key]> }

/**
 * The changes of a config's edit, as the audit has them.
 * @returns `fields`: the names of all that differ; `changes`: the values of those that need more than a session in the console
 */
export function changesOf(former: EditableAppConfig, config: EditableAppConfig): Changes {
  const names = Object.keys(CHANGED_BY_CONSOLE) as (keyof EditableAppConfig)[]
  const changes = names
    .map(field => ({ field, before: former[field] ?? null, after: config[field] ?? null }))
    .filter(({ before, after }) => canonicalJson(before) !== canonicalJson(after))
    .sort((a, b) => (a.field < b.field ? -1 : 1))
  return {
    fields: changes.map(({ field }) => field),
    changes: changes.filter(({ field }) => CHANGED_BY_CONSOLE[field] !== 'look'),
  }
}
