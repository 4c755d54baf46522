import { expect, test } from 'vitest'
import { readableName } from './policy.ts'

test.each(['Shop backend', 'Café №1 – 中文 (beta)', 'متجر', 'x'.repeat(80)])('“%s” is a name', name => {
  expect(readableName.safeParse(name).success).toBe(true)
})

test.each([
  ['nothing', ''],
  ['spaces around it', ' Shop'],
  ['more than fits', 'x'.repeat(81)],
  ['a second line', 'Shop\nYour bank'],
  ['a second line of another kind', 'Shop\u2028Your bank'],
  ['text that is turned around', 'Shop \u202eknab ruoY'],
  ['text that is set apart', '\u2067Shop\u2069'],
  ['what cannot be seen', 'Sh\u200bop'],
])('with %s no name is read by a person', (_, name) => {
  expect(readableName.safeParse(name).success).toBe(false)
})
