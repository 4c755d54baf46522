import { expect, it } from 'vitest'
import { readJson } from './read-json.ts'

const TEXT = `{
  "chains": [
    { "id": 1 },
    { "id": 8453,
      "rpc": "https://node.example" }
  ],
  "words": {}
}`

it('reads what JSON.parse reads, and knows the line of each thing', () => {
  const read = readJson(TEXT)
  if (!read.ok) throw new Error(read.reason)
  expect(read.value).toEqual(JSON.parse(TEXT))
  const lines = ['', 'chains', 'chains.0', 'chains.0.id', 'chains.1.rpc', 'words', 'words.missing'].map(
    read.lineOf,
  )
  expect(lines).toEqual([1, 2, 3, 3, 5, 7, 7])
})

it.each([['null'], ['-0.5e+2'], ['"\\u00e9\\n"'], ['[]'], ['{"__proto__":{"a":1}}'], [' [1 , 2]\r\n']])(
  'agrees with JSON.parse on %s',
  text => {
    const read = readJson(text)
    expect(read.ok && JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(text)))
  },
)

it.each([
  ['{\n "a": 1\n "b": 2\n}', 3, 'Put a comma or }'],
  ['{\n "a": 1,\n}', 3, 'Write a key in double quotes'],
  ['[1,\n]', 2, 'comma too many'],
  ['{\n a: 1 }', 2, 'Write a key in double quotes'],
  ['{ "a"\n 1 }', 2, 'Put a colon after “a”'],
  ['{ "a": "x\n" }', 1, 'no end on its line'],
  ['{ "a": 1,\n "a": 2 }', 2, '“a” is here twice'],
  ['{ "a":\n tru }', 2, 'This isn’t a value'],
  ['{\n "a": [1\n', 2, 'Put a comma or ]'],
  ['', 1, 'ends too early'],
  ['{}\n{}', 2, 'Remove the text after the end'],
  ['['.repeat(100_000), 1, 'nested too deeply'],
])('tells the line of what is wrong: %s', (text, line, reason) => {
  expect(readJson(text)).toMatchObject({ ok: false, line, reason: expect.stringContaining(reason) })
})

it('refuses whatever JSON.parse refuses', () => {
  for (const text of [
    '01',
    '.5',
    '1.',
    "'a'",
    '"\\x"',
    '{"a":undefined}',
    '[1 2]',
    '/**/1',
    'NaN',
    '+1',
    '"\t"',
  ]) {
    expect(() => JSON.parse(text)).toThrow()
    expect(readJson(text).ok).toBe(false)
  }
})
