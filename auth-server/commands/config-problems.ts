import type { ConfigProblem } from '@vitrine/shared/api/console/apps.ts'
import { type EditableAppConfig, editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { locales } from 'zod/mini'
import type { $ZodIssue } from 'zod/v4/core'
import { contradictions } from './contradictions.ts'

/** zod/mini brings no sentences of its own. */
const IN_WORDS = { error: locales.en().localeError }

/**
 * An app's config as an operator wrote it: of each field, then of the whole.
 * @returns what is wrong, or the config with its defaults
 */
export function readConfig(
  value: unknown,
): { readonly config: EditableAppConfig } | { readonly problems: readonly ConfigProblem[] } {
  const { data: config, error } = editableAppConfig.safeParse(value, IN_WORDS)
  if (error) return { problems: error.issues.flatMap(describe) }
  const problems = contradictions(config).map(told => {
    const [field = '', ...reason] = told.split(': ')
    return { field, reason: reason.join(': ') }
  })
  return problems.length > 0 ? { problems } : { config }
}

function describe(issue: $ZodIssue): ConfigProblem[] {
  const fieldOf = (path: readonly PropertyKey[]) => path.map(String).join('.')
  // Each stands at its own place, so that an editor can show its line.
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map(key => ({ field: fieldOf([...issue.path, key]), reason: `there is no option ${key}` }))
    : [{ field: fieldOf(issue.path), reason: issue.message }]
}
