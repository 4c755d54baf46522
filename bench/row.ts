/** One line of the table. */
export interface Row {
  readonly what: string
  readonly ours: Amount
  /** The same without us: what the platform takes at the least. */
  readonly bare?: Amount & { readonly name: string }
  readonly budget?: Budget
}

/** Limits of `ours`, and of the ratio of `ours` to `bare`. */
export interface Budget {
  readonly atMost?: Amount
  readonly atLeast?: Amount
  readonly ratio?: { readonly atLeast?: number; readonly atMost?: number }
}

export interface Amount {
  readonly value: number
  readonly unit: 'B' | 'MB' | 'ms' | '/s' | ''
}

/** Without a unit. */
export const count = (value: number): Amount => ({ value, unit: '' })
export const ms = (value: number): Amount => ({ value, unit: 'ms' })
export const bytes = (value: number): Amount => ({ value, unit: 'B' })
export const megabytes = (value: number): Amount => ({ value: value / 1e6, unit: 'MB' })
export const perSecond = (value: number): Amount => ({ value, unit: '/s' })

/** Whether the row keeps its budget; `null` when it has none. */
export function keepsBudget({ ours, bare, budget }: Row): boolean | null {
  if (!budget) return null
  const { atMost, atLeast, ratio = {} } = budget
  const times = bare ? ours.value / bare.value : 1
  return (
    ours.value <= (atMost?.value ?? Infinity) &&
    ours.value >= (atLeast?.value ?? 0) &&
    times <= (ratio.atMost ?? Infinity) &&
    times >= (ratio.atLeast ?? 0)
  )
}

const format = ({ value, unit }: Amount) =>
  `${value.toFixed(value >= 100 || unit === '' ? 0 : value >= 10 ? 1 : 2)} ${unit}`.trim()

/** The cells of a row, in the order of `HEADER`. */
function toCells(row: Row): string[] {
  const { what, ours, bare, budget } = row
  const limits = [
    budget?.atMost && `≤ ${format(budget.atMost)}`,
    budget?.atLeast && `≥ ${format(budget.atLeast)}`,
    budget?.ratio?.atLeast && `≥ ${budget.ratio.atLeast} ×`,
    budget?.ratio?.atMost && `≤ ${budget.ratio.atMost} ×`,
  ].filter(Boolean)
  const verdict = { true: 'kept', false: 'MISSED' }[String(keepsBudget(row))]
  return [
    what,
    format(ours),
    bare ? `${format(bare)} (${bare.name})` : '',
    bare ? `${(ours.value / bare.value).toFixed(2)} ×` : '',
    verdict ? `${limits.join(', ')}: ${verdict}` : '',
  ]
}

const HEADER = ['what', 'ours', 'bare operation', 'ratio', 'budget']

/** A Markdown table with aligned columns. */
export function toTable(rows: readonly Row[]): string {
  const lines = [HEADER, ...rows.map(toCells)]
  const widths = HEADER.map((_, column) => Math.max(...lines.map(line => (line[column] ?? '').length)))
  const write = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`
  return [write(HEADER), rule, ...rows.map(row => write(toCells(row)))].join('\n')
}
