import { METADATA_LIMITS } from '@vitrine/shared/api/users.ts'
import { expect, it } from 'vitest'
import { changesOf, type MetadataRow, problemsOf, rowsOf } from './metadata-draft.ts'

const before = { tier: 'gold', visits: 12, beta: true }
const row = (own: Partial<MetadataRow>): MetadataRow => ({ id: 9, key: 'k', kind: 'text', text: '', ...own })
const edit = (key: string, text: string) => rowsOf(before).map(it => (it.key === key ? { ...it, text } : it))

it('sends only what changed, and what goes as null', () => {
  expect(changesOf(before, rowsOf(before))).toEqual({})
  expect(changesOf(before, edit('visits', '13'))).toEqual({ visits: 13 })
  expect(changesOf(before, [...edit('beta', 'false').slice(1), row({ key: 'note', text: '12' })])).toEqual({
    tier: null,
    beta: false,
    note: '12',
  })
})

it('keeps a key that is called as something that every object has', () => {
  const rows = [row({ key: 'constructor', text: 'x' })]
  expect(problemsOf(rows)).toEqual([])
  expect(changesOf({}, rows)).toEqual({ constructor: 'x' })
})

it.each([
  ['no key', [row({ key: '' })], 'Give the row a key.'],
  ['a key twice', [row({ id: 1 }), row({ id: 1 })], 'Another row has this key.'],
  ['no number', [row({ kind: 'number', text: '1e999' })], 'Write a number'],
  ['an empty number', [row({ kind: 'number', text: ' ' })], 'Write a number'],
  ['a long key', [row({ key: 'k'.repeat(METADATA_LIMITS.keyLength + 1) })], 'Keep the key'],
  ['a long text', [row({ text: 'x'.repeat(METADATA_LIMITS.valueLength + 1) })], 'Keep the text'],
  [
    'too many rows',
    Array.from({ length: METADATA_LIMITS.keys + 1 }, (_, id) => row({ id, key: `k${id}` })),
    'rows or fewer',
  ],
  [
    'too much',
    Array.from({ length: 30 }, (_, id) =>
      row({ id, key: `k${id}`, text: 'é'.repeat(METADATA_LIMITS.valueLength) }),
    ),
    'bytes',
  ],
])('says what is wrong with %s', (_name, rows, reason) => {
  expect(problemsOf(rows)[0]?.reason).toContain(reason)
})
