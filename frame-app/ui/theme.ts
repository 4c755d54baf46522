import type { Appearance } from '../config/appearance.ts'
import { colorSchemeOf, relativeLuminance } from '../config/color-scheme.ts'
import type { ReadableStore } from '../core/store.ts'

/** Colour tokens of `tokens.css` that a theme can override. */
export type ColorToken =
  | 'surface'
  | 'surface-raised'
  | 'text'
  | 'text-muted'
  | 'border'
  | 'border-strong'
  | 'border-field'
  | 'accent'
  | 'accent-contrast'
  | 'accent-edge'
  | 'danger'
  | 'danger-surface'
  | 'success'
  | 'focus'

export interface Theme {
  readonly colorScheme: 'light' | 'dark'
  /** Overrides of the palette that belongs to `colorScheme`. */
  readonly tokens: Readonly<Partial<Record<ColorToken, string>>>
}

/** WCAG 2.2: 4.5 for text, 3 for the edges of controls and the focus ring. */
const TEXT_CONTRAST = 4.5
const EDGE_CONTRAST = 3

const PALETTE = {
  light: { surface: '#ffffff', text: '#17171c', danger: '#bc1f2b', success: '#14794a', focus: '#2f62e6' },
  dark: { surface: '#19191d', text: '#f4f4f6', danger: '#ff8a85', success: '#55c98f', focus: '#86aaff' },
} as const

/** The tokens of an appearance: the built-in palettes, a custom accent, or everything from a background `#rrggbb`. */
export function themeOf({ theme, accentColor }: Pick<Appearance, 'theme' | 'accentColor'>): Theme {
  const colorScheme = colorSchemeOf(theme)
  const isCustom = theme !== 'light' && theme !== 'dark'
  const surface = isCustom ? theme.toLowerCase() : PALETTE[colorScheme].surface
  const background = isCustom ? backgroundTokens(surface, colorScheme) : {}
  const accent = accentColor?.toLowerCase() ?? (isCustom ? PALETTE[colorScheme].text : undefined)
  return { colorScheme, tokens: { ...background, ...(accent ? accentTokens(accent, surface) : {}) } }
}

const followed = new WeakSet<ReadableStore<Appearance>>()

/**
 * Keeps the document in the app's theme. Goes through the CSSOM: the frame's CSP allows no style attribute. A second call
 * changes nothing.
 */
export function applyTheme(appearance: ReadableStore<Appearance>, root: HTMLElement) {
  if (followed.has(appearance)) return
  followed.add(appearance)
  let applied: Theme['tokens'] = {}
  const apply = () => {
    const { colorScheme, tokens } = themeOf(appearance.get())
    for (const token of Object.keys(applied)) root.style.removeProperty(`--${token}`)
    for (const [token, color] of Object.entries(tokens)) root.style.setProperty(`--${token}`, color)
    root.dataset.colorScheme = colorScheme
    applied = tokens
  }
  apply()
  appearance.subscribe(apply)
}

function backgroundTokens(surface: string, scheme: 'light' | 'dark'): Theme['tokens'] {
  const { danger, success, focus, text } = PALETTE[scheme]
  const raised = mix(surface, text, 0.05)
  const dangerSurface = mix(surface, danger, 0.1)
  return {
    surface,
    'surface-raised': raised,
    text,
    // Muted text stands on both surfaces: the raised one is nearer to it.
    'text-muted': readableOn(raised, mix(surface, text, 0.55), text, TEXT_CONTRAST),
    border: `${text}1a`,
    'border-strong': `${text}3d`,
    'border-field': readableOn(raised, mix(surface, text, 0.4), text, EDGE_CONTRAST),
    danger: readableOn(dangerSurface, danger, text, TEXT_CONTRAST),
    'danger-surface': dangerSurface,
    success: readableOn(surface, success, text, TEXT_CONTRAST),
    focus: readableOn(surface, focus, text, EDGE_CONTRAST),
  }
}

function accentTokens(accent: string, surface: string): Theme['tokens'] {
  return {
    accent,
    'accent-contrast': contrastColor(accent),
    // A button of the surface's own colour would vanish: then it gets an edge.
    'accent-edge': contrast(accent, surface) < 1.5 ? 'var(--border-strong)' : 'transparent',
  }
}

/** White where it reads on the colour with WCAG AA, else black: one of the two always does. */
export function contrastColor(background: string): '#ffffff' | '#000000' {
  return contrast(background, '#ffffff') >= TEXT_CONTRAST ? '#ffffff' : '#000000'
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const a = relativeLuminance(one)
  const b = relativeLuminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The colour, moved towards `end` as little as the wanted contrast needs. */
function readableOn(background: string, color: string, end: string, wanted: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(color, end, share)
    if (contrast(candidate, background) >= wanted) return candidate
  }
  return end
}

/** `share` of `other` in `one`, in sRGB. */
function mix(one: string, other: string, share: number): string {
  const channel = (at: number) => {
    const from = Number.parseInt(one.slice(at, at + 2), 16)
    const to = Number.parseInt(other.slice(at, at + 2), 16)
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
