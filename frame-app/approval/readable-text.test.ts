import { describe, expect, it } from 'vitest'
import { readableParts, singleLine } from './readable-text.ts'

/** The text with each mark in brackets. */
const marked = (text: string) =>
  readableParts(text)
    .map(part => (part.kind === 'text' ? part.text : `[${part.codePoint}]`))
    .join('')

describe('hidden characters', () => {
  it.each([
    ['a bidi override', 'Pay \u202e001', 'Pay [U+202E]001'],
    ['bidi isolates', '\u2066a\u2069', '[U+2066]a[U+2069]'],
    ['a zero-width space', 'a\u200bb', 'a[U+200B]b'],
    ['a zero-width joiner between letters', 'a\u200db', 'a[U+200D]b'],
    ['a null', 'a\0', 'a[U+0000]'],
    ['a lone carriage return', 'a\rb', 'a[U+000D]b'],
    ['a line separator', 'a\u2028b', 'a[U+2028]b'],
    ['a tag character outside of the basic plane', 'a\u{e0041}', 'a[U+E0041]'],
    ['a lone surrogate', 'a\ud800b', 'a[U+D800]b'],
    ['a byte order mark', '\ufeffa', '[U+FEFF]a'],
    ['a Hangul filler', 'a\u3164', 'a[U+3164]'],
    ['a soft hyphen', 'pay\u00adpal', 'pay[U+00AD]pal'],
  ])('marks %s', (_name, text, expected) => {
    expect(marked(text)).toBe(expected)
  })

  it.each([
    ['line feeds and tabs', 'a\n\tb'],
    ['other scripts', 'שלום 日本語 हिन्दी ไทย'],
    ['combining accents', 'e\u0301'],
    ['emoji joined into one', '👩‍👩‍👧 👩🏽‍💻 ❤️‍🔥'],
  ])('leaves %s as they are', (_name, text) => {
    expect(readableParts(text)).toEqual([{ kind: 'text', text, at: 0 }])
  })

  it('puts a site’s words on one line', () => {
    expect(singleLine(' Confirm\n\n\n\u202eorder\u200b ')).toBe('Confirm order')
  })
})
