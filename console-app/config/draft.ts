import type { ConfigProblem, ConsoleApp } from '@vitrine/shared/api/console/apps.ts'
import { FIELD_PATHS } from './fields.ts'
import { type Config, isObject, merged, regards, split, valueAt } from './paths.ts'
import { readJson } from './read-json.ts'

/** A config while it is edited. */
export interface Draft {
  /** What it began from: a save replaces this version and no other. */
  readonly base: Pick<ConsoleApp, 'config' | 'version'>
  /** What has a control. */
  readonly form: Config
  /** All else, as it is typed. */
  readonly rest: string
}

/** A line of the JSON that is wrong. */
export interface LineProblem {
  readonly line: number
  readonly reason: string
}

const asText = (rest: Config) => JSON.stringify(rest, null, 2)

export function draftOf({ config, version }: Pick<ConsoleApp, 'config' | 'version'>): Draft {
  const { form, rest } = split(config, FIELD_PATHS)
  return { base: { config, version }, form, rest: asText(rest) }
}

/** The whole config, or the line at which its JSON is none. */
export type WholeConfig =
  | { readonly ok: true; readonly config: Config; lineOf(path: string): number }
  | { readonly ok: false; readonly problem: LineProblem }

export function wholeOf({ form, rest }: Draft): WholeConfig {
  const read = readJson(rest)
  if (!read.ok) return { ok: false, problem: { line: read.line, reason: read.reason } }
  if (!isObject(read.value)) return { ok: false, problem: { line: 1, reason: 'Write an object: { … }.' } }
  const { value, lineOf } = read
  // Else one of the two would win, and nobody would know which.
  const twice = FIELD_PATHS.find(path => valueAt(value, path) !== undefined)
  if (twice !== undefined)
    return {
      ok: false,
      problem: { line: lineOf(twice), reason: `${twice} has a field above. Change it there.` },
    }
  return { ok: true, config: merged(form, value), lineOf }
}

/** Whether a save would change anything, or something is typed that is no config yet. */
export function isChanged(draft: Draft): boolean {
  const before = draftOf(draft.base)
  return draft.rest !== before.rest || JSON.stringify(draft.form) !== JSON.stringify(before.form)
}

/** The server's problems where they are shown: at a control, at a line, or of the whole. */
export interface Placed {
  readonly byField: ReadonlyMap<string, string>
  readonly byLine: readonly LineProblem[]
  readonly general: readonly string[]
}

export function place(problems: readonly ConfigProblem[], lineOf: (path: string) => number): Placed {
  const byField = new Map<string, string>()
  const byLine: LineProblem[] = []
  const general: string[] = []
  for (const { field, reason } of problems) {
    const at = FIELD_PATHS.find(path => regards(field, path))
    if (at !== undefined) byField.set(at, byField.has(at) ? `${byField.get(at)} ${reason}` : reason)
    else if (field === '') general.push(reason)
    else byLine.push({ line: lineOf(field), reason: `${field}: ${reason}` })
  }
  return { byField, byLine, general }
}
