/**
 * Reads Prometheus' text format, version 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/), and accepts nothing
 * that the format does not say: one HELP and one TYPE before the samples of a name, all of a name in one block, no sample twice.
 */

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary' | 'untyped'
  readonly samples: readonly Sample[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`)
const HELP = new RegExp(`^# HELP (${NAME}) (.*)$`)
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`)
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(,|$)/

/** @throws Error that names the line that is not of the format */
export function parseExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const families = new Map<string, { help: string; type: Family['type']; samples: Sample[] }>()
  const seen = new Set<string>()
  let named: { name: string; help: string } | null = null
  let present: { name: string; type: Family['type']; samples: Sample[] } | null = null
  for (const line of text.slice(0, -1).split('\n')) {
    const [, helped, help] = HELP.exec(line) ?? []
    const [, typed, type] = TYPE.exec(line) ?? []
    if (helped !== undefined && help !== undefined) {
      if (named) throw new Error(`HELP without TYPE: ${named.name}`)
      if (families.has(helped)) throw new Error(`a second block: ${line}`)
      if (/\\(?![\\n])/.test(help)) throw new Error(`an escape that is none: ${line}`)
      named = { name: helped, help }
    } else if (typed !== undefined) {
      if (named?.name !== typed) throw new Error(`TYPE without HELP: ${line}`)
      present = { name: typed, type: type as Family['type'], samples: [] }
      families.set(typed, { ...present, help: named.help })
      named = null
    } else if (line !== '') {
      if (named || !present) throw new Error(`a sample without its TYPE: ${line}`)
      const sample = parseSample(line)
      if (!belongs(sample, present)) throw new Error(`not of ${present.name}: ${line}`)
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()])
      if (seen.has(key)) throw new Error(`twice: ${line}`)
      seen.add(key)
      present.samples.push(sample)
    }
  }
  for (const [name, { type, samples }] of families) if (type === 'histogram') requireHistogram(name, samples)
  return families
}

function parseSample(line: string): Sample {
  const [, name = '', written = '', number = ''] = SAMPLE.exec(line) ?? []
  if (name === '') throw new Error(`no sample: ${line}`)
  const labels: Record<string, string> = {}
  for (let rest = written; rest !== ''; ) {
    const [all, label = '', value = ''] = LABEL.exec(rest) ?? []
    if (all === undefined || Object.hasOwn(labels, label)) throw new Error(`labels that are none: ${line}`)
    labels[label] = value.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped))
    rest = rest.slice(all.length)
  }
  return { name, labels, value: parseNumber(number, line) }
}

function parseNumber(written: string, line: string): number {
  if (/^[+-]Inf$/.test(written)) return written.startsWith('-') ? -Infinity : Infinity
  if (written === 'NaN') return Number.NaN
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(written)) throw new Error(`no number: ${line}`)
  return Number(written)
}

function belongs({ name, labels }: Sample, family: { name: string; type: Family['type'] }): boolean {
  const part = name.slice(family.name.length)
  if (!name.startsWith(family.name)) return false
  if (family.type === 'histogram')
    return part === '_bucket' ? 'le' in labels : ['_sum', '_count'].includes(part)
  if (family.type === 'summary') return part === '' ? 'quantile' in labels : ['_sum', '_count'].includes(part)
  return part === ''
}

/** Buckets grow with `le`, and the last holds all. */
function requireHistogram(name: string, samples: readonly Sample[]): void {
  const series = new Map<string, { buckets: [le: number, value: number][]; count?: number; sum?: number }>()
  for (const { name: own, labels, value } of samples) {
    const { le, ...others } = labels
    const key = JSON.stringify(Object.entries(others).sort())
    const one = series.get(key) ?? { buckets: [] }
    series.set(key, one)
    if (le !== undefined) one.buckets.push([parseNumber(le, le), value])
    else if (own.endsWith('_count')) one.count = value
    else one.sum = value
  }
  for (const [key, { buckets, count, sum }] of series) {
    const ordered = buckets.toSorted(([a], [b]) => a - b)
    const grows = ordered.every(([, value], at) => at === 0 || value >= (ordered[at - 1]?.[1] ?? 0))
    const [le, all] = ordered.at(-1) ?? []
    if (!grows || le !== Infinity || all !== count || sum === undefined)
      throw new Error(`no histogram: ${name} ${key}`)
  }
}
