import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { recoveryPage } from './inline-page.ts'

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the page names its own script and style, and reaches nothing', () => {
  const page = recoveryPage('run()', 'p{}', 'Notices\n')
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${sourceOf('run()')}`,
    `style-src ${sourceOf('p{}')}`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
  // Before everything that it is to hold for.
  expect(page.indexOf('<meta http-equiv')).toBeLessThan(page.search(/<(script|style|link)/))
})

test.each(['</script>', '</STYLE', '<!--', '\r', '\0'])('is not built of a text with %j', text => {
  expect(() => recoveryPage(`'${text}'`, '', '')).toThrow('cannot stand in the page')
  expect(() => recoveryPage('', text, '')).toThrow('cannot stand in the page')
})

test.each(['-->', '--!>', '<!--'])('is not built of notices with %j, which could end their comment', text => {
  expect(() => recoveryPage('', '', `Notices ${text}`)).toThrow('would end their comment')
})
