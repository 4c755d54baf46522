import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BUDGETS } from './budgets.ts'
import { readSettings } from './settings.ts'

const PRODUCTION = { VITRINE_ORIGIN: 'https://wallet.example', SMTP_URL: 'smtps://mail.example' }
const documented = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')
const entries = Object.entries(BUDGETS)

/** The table's rows: `| `NAME`, `NAME` | default, default | … |`. */
const told = new Map(
  [...documented.matchAll(/^\| ((?:`VITRINE_\w+`(?:, )?)+) \| ([\d, ]+) \|/gm)].flatMap(
    ([, names = '', values = '']) => {
      const defaults = values.split(', ')
      return names
        .split(', ')
        .map((name, index) => [name.replaceAll('`', ''), Number(defaults[index])] as const)
    },
  ),
)

test('each budget is a setting that docs/operating.md names, with what it is without one', () => {
  expect(entries.map(([, [name]]) => [name, told.get(name)])).toEqual(
    entries.map(([, [name, fallback]]) => [name, fallback]),
  )
})

test.each(entries)('%s is what the operator sets', (budget, [name, fallback]) => {
  const read = (env: object) =>
    readSettings({ ...PRODUCTION, ...env }).budgets[budget as keyof typeof BUDGETS]
  expect([read({}), read({ [name]: '7' })]).toEqual([fallback, 7])
  for (const wrong of ['-1', '1.5', 'many']) expect(() => read({ [name]: wrong })).toThrow(name)
})

test('a development server keeps those of one address, as a person there meets them', () => {
  const { budgets } = readSettings({ VITRINE_DEV: '1' })
  expect(budgets).toMatchObject({ deviceCodes: 5, addressMails: 26, addressTextsDay: 20, guessesDay: 60 })
  expect(budgets).toMatchObject({ appMailsHour: 1_000_000, mailboxMails: 1_000_000, analyticsDays: 30 })
})
