import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../..', import.meta.url).pathname
const FUNDING = /(^|\/)(funding|fund-wallet)(\/|$|\.ts$)/
const ROOMS = ['shared', 'auth-server', 'frame-app']

const sources = ROOMS.flatMap(room =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .map(path => join(room, path))
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/(testing|node_modules|migrations)\//.test(path))
    .filter(path => FUNDING.test(path)),
)

/** Texts and comments out, whose points are none of a number; what stands in a template's `${}` stays. */
const codeOf = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ')

const FLOATS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['Number(…)', /\bNumber\(/],
  ['parseFloat', /\bparseFloat\b/],
  ['toFixed or toPrecision', /\.to(Fixed|Precision)\(/],
  ['a number with a fraction', /(?<![\w.)\]])\d[\d_]*\.\d/],
  ['a number with an exponent', /(?<![\w.])\d[\d_]*e[+-]?\d/i],
  ['arithmetic of Math', /\bMath\.(?!(max|min|floor|ceil|random)\()/],
]

test('the rule looks at what there is', () => {
  expect(sources).toContain('shared/funding/amount.ts')
  expect(sources).toContain('shared/api/funding.ts')
  expect(sources).toContain('auth-server/funding/moonpay/routes.ts')
})

test.each(FLOATS)('money is never counted with floats: no %s where wallets are funded', (_, pattern) => {
  expect(sources.filter(path => pattern.test(codeOf(readFileSync(join(ROOT, path), 'utf8'))))).toEqual([])
})

test.each([
  ['Number(…)', 'const a = Number(text)'],
  ['parseFloat', 'parseFloat(text)'],
  ['toFixed or toPrecision', 'a.toFixed(2)'],
  ['a number with a fraction', 'const fee = 0.01'],
  ['a number with an exponent', 'a * 1e6'],
  ['arithmetic of Math', 'Math.pow(10, 6)'],
])('the rule finds %s', (what, code) => {
  expect(FLOATS.filter(([, pattern]) => pattern.test(codeOf(code))).map(([name]) => name)).toContain(what)
})
