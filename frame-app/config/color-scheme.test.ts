import { expect, test } from 'vitest'
import { colorSchemeOf, isUsableTheme, relativeLuminance } from './color-scheme.ts'

// Luminances of WCAG 2.2's own formula for pure channels.
test.each([
  ['#000000', 0],
  ['#ffffff', 1],
  ['#ff0000', 0.2126],
  ['#00ff00', 0.7152],
  ['#0000ff', 0.0722],
])('luminance of %s', (hex, expected) => {
  expect(relativeLuminance(hex)).toBeCloseTo(expected, 4)
})

test.each([
  ['light', 'light', true],
  ['dark', 'dark', true],
  ['#101014', 'dark', true],
  ['#fafaf7', 'light', true],
  ['#808080', 'dark', false],
  ['#00ff00', 'light', false],
])('theme %s is %s, usable: %s', (theme, scheme, usable) => {
  expect(colorSchemeOf(theme)).toBe(scheme)
  expect(isUsableTheme(theme)).toBe(usable)
})
