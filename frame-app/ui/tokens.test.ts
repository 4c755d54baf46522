import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MEASURES, PALETTE } from '@vitrine/shared/look/palette.ts'
import { expect, test } from 'vitest'

const css = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8')

/** The custom properties of the rule that begins with a selector. */
const tokensOf = (selector: string) => {
  const rule = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return Object.fromEntries(
    Array.from(rule.matchAll(/--([\w-]+): ([^;]+);/g), ([, name, value]) => [name, value]),
  )
}

test.each([
  ['light', ':root', { ...PALETTE.light, ...MEASURES }],
  ['dark', ':root[data-color-scheme="dark"]', PALETTE.dark],
])('the frame has the %s colours that the server’s pages and mails have', (_scheme, selector, shared) => {
  expect(tokensOf(selector)).toMatchObject(shared)
})

test.each([
  ['login/email/row.module.css', '.field'],
  ['login/sms/number-screen.module.css', '.field'],
  ['login/sms/channel-choice.module.css', '.way'],
  ['passcode/passcode-field.module.css', '.input'],
  ['requests/account/home/coin-list.module.css', '.network'],
  ['send/send.module.css', '.input,\n.amount,\n.coin'],
  ['ui/code-input.module.css', '.cell'],
])('in %s, what is typed or chosen in has the edge of a field, which is seen', (file, selector) => {
  const sheet = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
  const rule = sheet.slice(sheet.indexOf(`\n${selector} {`)).split('}')[0]
  expect(rule).toContain('border: 1px solid var(--border-field);')
})
