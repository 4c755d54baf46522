import { type CustomMetadata, METADATA_LIMITS } from '@vitrine/shared/api/users.ts'

/** What a site notes of a user, while an operator edits it. */

export type ValueKind = 'text' | 'number' | 'yes-no'

export interface MetadataRow {
  /** Of the row while it is edited: two rows may have the same key for a moment. */
  readonly id: number
  readonly key: string
  readonly kind: ValueKind
  /** As it is typed; of `yes-no` `true` or `false`. */
  readonly text: string
}

const kindOf = (value: CustomMetadata[string]): ValueKind =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'yes-no'

export const rowsOf = (metadata: CustomMetadata): MetadataRow[] =>
  Object.entries(metadata).map(([key, value], id) => ({ id, key, kind: kindOf(value), text: String(value) }))

export interface RowProblem {
  readonly id: number
  readonly reason: string
}

/** What keeps the rows from being saved, by row. */
export function problemsOf(rows: readonly MetadataRow[]): RowProblem[] {
  const problems = rows.flatMap(({ id, key, kind, text }) => {
    const reason = reasonAgainst(key, kind, text, rows.filter(it => it.key === key).length)
    return reason === null ? [] : [{ id, reason }]
  })
  const last = rows.at(-1)
  if (problems.length > 0 || last === undefined) return problems
  if (rows.length > METADATA_LIMITS.keys)
    return [{ id: last.id, reason: `Keep ${METADATA_LIMITS.keys} rows or fewer.` }]
  const bytes = new TextEncoder().encode(JSON.stringify(valuesOf(rows))).length
  if (bytes > METADATA_LIMITS.bytes)
    return [
      { id: last.id, reason: `All of it takes ${bytes} bytes. Keep it within ${METADATA_LIMITS.bytes}.` },
    ]
  return []
}

function reasonAgainst(key: string, kind: ValueKind, text: string, count: number): string | null {
  if (key === '') return 'Give the row a key.'
  if (key.length > METADATA_LIMITS.keyLength)
    return `Keep the key within ${METADATA_LIMITS.keyLength} characters.`
  if (count > 1) return 'Another row has this key. Change one of them.'
  if (kind === 'number' && (text.trim() === '' || !Number.isFinite(Number(text))))
    return 'Write a number, such as 12.5.'
  if (kind === 'text' && text.length > METADATA_LIMITS.valueLength)
    return `Keep the text within ${METADATA_LIMITS.valueLength} characters.`
  return null
}

/** The rows as they are kept. */
export const valuesOf = (rows: readonly MetadataRow[]): CustomMetadata =>
  Object.fromEntries(
    rows.map(({ key, kind, text }) => [
      key,
      kind === 'number' ? Number(text) : kind === 'yes-no' ? text === 'true' : text,
    ]),
  )

/** What a save changes: what is set, and `null` for what goes. Nothing where nothing changed. */
export function changesOf(
  before: CustomMetadata,
  rows: readonly MetadataRow[],
): Record<string, CustomMetadata[string] | null> {
  const after = valuesOf(rows)
  const gone = Object.keys(before).filter(key => !Object.hasOwn(after, key))
  const set = Object.entries(after).filter(
    ([key, value]) => !Object.hasOwn(before, key) || before[key] !== value,
  )
  return Object.fromEntries([...gone.map(key => [key, null] as const), ...set])
}
