import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { say } from '../../../words/say.ts'
import type { Detail } from '../../explain/explanation.ts'
import { dateAndTime } from '../../explain/numbers.ts'
import { addressOf, integerOf, isStruct, listOf } from './read-value.ts'

/** Rows that a person can look through; the rest stands in the raw data. */
const MAX_ROWS = 120
const MAX_DEPTH = 8
/** Rows that are looked through for amounts and addresses before the list is cut. */
const MAX_READ = 5_000
/** Names of fields that hold an amount. */
const AMOUNT = /amount|value|price|quantity|size|usd|wei|fee|total|shares|balance/i
/** Names of fields that hold unix seconds. */
const TIME = /deadline|expir|valid(?:to|until|before|after)|(?:start|end)time|timestamp|issuedat/i
/** 2001 to 2286: a number beyond that is hardly a time. */
const [FIRST_TIME, LAST_TIME] = [1_000_000_000n, 9_999_999_999n]

/**
 * Every field that is signed: those with an amount or an address first, else in the order of its type (EIP-712 `encodeData`).
 * What stands in the message beside the types is not signed, and is not shown.
 */
export function listFields({ types, primary_type, message }: TypedData): {
  /** Fields with an amount or an address, with what is in them. */
  readonly leading: readonly Detail[]
  readonly rows: readonly Detail[]
  /** Rows that are in neither. */
  readonly left: number
} {
  /** A field of the message, with the rows of what is in it. */
  const groups: { readonly rows: Detail[]; isLeading: boolean }[] = []
  let count = 0
  const add = (row: Detail) => {
    count += 1
    if (count > MAX_READ) return
    const group = row.depth > 0 ? groups.at(-1) : undefined
    const isLeading = row.kind === 'address' || (row.value !== '' && AMOUNT.test(row.label))
    if (!group) groups.push({ rows: [row], isLeading })
    else {
      group.rows.push(row)
      group.isLeading ||= isLeading
    }
  }
  const fields = (type: string, value: unknown, depth: number) => {
    for (const field of types[type] ?? [])
      walk(field.name, field.type, isStruct(value) ? value[field.name] : undefined, depth)
  }
  const walk = (label: string, type: string, value: unknown, depth: number) => {
    const list = /^(.*)\[\d*\]$/.exec(type)
    if (depth > MAX_DEPTH) return add({ label, value: '…', kind: 'text', depth })
    if (list?.[1] !== undefined) {
      const items = listOf(value)
      if (items.length === 0) add({ label, value: say('approval.typed.empty'), kind: 'text', depth })
      const itemType = list[1]
      items.forEach((item, place) => {
        walk(`${label} ${place + 1}`, itemType, item, depth)
      })
      return
    }
    if (Object.hasOwn(types, type)) {
      // Signed as nothing at all, not as fields that are empty.
      if (value === null) return add({ label, value: say('approval.typed.empty'), kind: 'text', depth })
      add({ label, value: '', kind: 'text', depth })
      fields(type, value, depth + 1)
      return
    }
    add({ label, depth, ...atom(label, type, value) })
  }
  fields(primary_type, message, 0)
  const rowsOf = (isLeading: boolean) =>
    groups.filter(group => group.isLeading === isLeading).flatMap(group => group.rows)
  const leading = rowsOf(true).slice(0, MAX_ROWS)
  const rows = rowsOf(false).slice(0, MAX_ROWS - leading.length)
  const left = count - leading.length - rows.length
  if (left === 0) return { leading, rows, left }
  const more: Detail = {
    label: say('approval.typed.more', { count: left }),
    value: '',
    kind: 'text',
    depth: 0,
  }
  return { leading, rows: [...rows, more], left }
}

function atom(name: string, type: string, value: unknown): Pick<Detail, 'value' | 'kind'> {
  if (value === undefined || value === null || value === '')
    return { value: say('approval.typed.empty'), kind: 'text' }
  if (type === 'address') return { value: String(value), kind: addressOf(value) ? 'address' : 'code' }
  // Some apps sign addresses as texts, so that people can read them in any wallet.
  if (type === 'string' && addressOf(value)) return { value: String(value), kind: 'address' }
  if (type.startsWith('bytes')) return { value: String(value), kind: 'code' }
  const number = /^u?int/.test(type) ? integerOf(value) : null
  if (number === null) return { value: String(value), kind: 'text' }
  const date = TIME.test(name) && number >= FIRST_TIME && number <= LAST_TIME ? dateAndTime(number) : null
  return { value: date === null ? number.toString() : `${date} (${number})`, kind: 'text' }
}
