import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, contrastColor, themeOf } from './theme.ts'

const BACKGROUNDS = ['#ffffff', '#000000', '#f7f1e8', '#1b2a4a', '#062b1f', '#e8f4ff', '#2b0a3d', '#fff3b0']

/** The style sheet's own palettes: light, then dark. */
const PALETTES = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
  .split('data-color-scheme="dark"')
  .map(part =>
    Object.fromEntries(
      [...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
    ),
  )

describe('theme', () => {
  it.each([
    ['light', PALETTES[0]],
    ['dark', PALETTES[1]],
  ])('%s: the edge of a field is seen on both surfaces (WCAG 2.2, 1.4.11)', (_, palette = {}) => {
    for (const ground of ['surface', 'surface-raised'])
      expect(contrast(palette['border-field'] ?? '', palette[ground] ?? '')).toBeGreaterThanOrEqual(3)
  })

  it('leaves the built-in palettes to the style sheet', () => {
    expect(themeOf({ theme: 'light', accentColor: null })).toEqual({ colorScheme: 'light', tokens: {} })
    expect(themeOf({ theme: 'dark', accentColor: null })).toEqual({ colorScheme: 'dark', tokens: {} })
  })

  it('knows the contrast of WCAG 2.2', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it('writes on every accent colour with the contrast of WCAG AA', () => {
    for (let red = 0; red < 256; red += 17)
      for (let green = 0; green < 256; green += 17)
        for (let blue = 0; blue < 256; blue += 51) {
          const accent = `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
          expect(contrast(accent, contrastColor(accent))).toBeGreaterThanOrEqual(4.5)
        }
  })

  it('prefers white on an accent that carries both', () => {
    expect(contrastColor('#5b5bd6')).toBe('#ffffff')
    expect(contrastColor('#ffd400')).toBe('#000000')
  })

  it('gives a button of the surface’s own colour an edge', () => {
    expect(themeOf({ theme: 'light', accentColor: '#fefefe' }).tokens['accent-edge']).toBe(
      'var(--border-strong)',
    )
    expect(themeOf({ theme: 'light', accentColor: '#5B5BD6' }).tokens).toEqual({
      accent: '#5b5bd6',
      'accent-contrast': '#ffffff',
      'accent-edge': 'transparent',
    })
  })

  it.each(BACKGROUNDS)('computes readable colours from the background %s', background => {
    const { tokens } = themeOf({ theme: background, accentColor: null })
    const { surface = '', text = '', danger = '', success = '', focus = '' } = tokens
    expect(surface).toBe(background)
    for (const ground of [surface, tokens['surface-raised'] ?? '']) {
      expect(contrast(tokens['border-field'] ?? '', ground)).toBeGreaterThanOrEqual(3)
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tokens['text-muted'] ?? '', ground)).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(danger, tokens['danger-surface'] ?? '')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(danger, surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(success, surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(focus, surface)).toBeGreaterThanOrEqual(3)
  })
})
