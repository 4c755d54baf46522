import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Every visible or spoken string of a screen stands in the catalogue, so that a screen has none of its own. */

const root = `${import.meta.dirname}/../`
const screens = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  path => path.endsWith('.tsx') && !path.includes('.test.') && !path.includes('testing/'),
)

/** Attributes that a person reads or hears. */
const SPOKEN =
  /(?:aria-label|aria-description|aria-valuetext|placeholder|title|alt|label|sentence)=(?:"([^"]*)"|\{'([^']*)'\})/g
/** Text between a tag and the next tag or expression. */
const TEXT = /(?<!=)>([^<>{}()=;`]+)</g

const withoutComments = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
const hasWords = (text: string) => /\p{L}{2}/u.test(text)

export function literals(source: string): string[] {
  const code = withoutComments(source)
  return [...code.matchAll(SPOKEN), ...code.matchAll(TEXT)]
    .map(([, one, other]) => (one ?? other ?? '').trim())
    .filter(hasWords)
}

it('reads the screens', () => {
  expect(screens.length).toBeGreaterThan(20)
  expect(screens).toContain('login/landing.tsx')
})

it.each([
  ['<p>Hello there</p>', ['Hello there']],
  ['<button aria-label="Close">', ['Close']],
  ["<Screen title={'Account'}>", ['Account']],
  ['<b>{x}</b>\n  Two words\n<i />', ['Two words']],
  ['<img alt="" />', []],
  ["<p>{say('action.close')}</p>", []],
  ['// <p>A comment</p>', []],
])('finds in %j %j', (source, expected) => {
  expect(literals(source)).toEqual(expected)
})

it('no screen has a literal', () => {
  const found = screens.map(path => ({ path, literals: literals(readFileSync(root + path, 'utf8')) }))
  expect(found.filter(screen => screen.literals.length > 0)).toEqual([])
})
