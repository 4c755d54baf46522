/**
 * Relative luminance of `#rrggbb`, 0 (black) to 1 (white); WCAG 2.2, "relative luminance".
 */
export function relativeLuminance(hex: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** The colour scheme of a theme: `light`, `dark`, or the side that a background colour `#rrggbb` is on. */
export function colorSchemeOf(theme: string): 'light' | 'dark' {
  if (theme === 'light' || theme === 'dark') return theme
  return relativeLuminance(theme) < 0.5 ? 'dark' : 'light'
}

/** A custom background must leave room for readable text: luminance below 20 % or above 80 % (contract §4.3). */
export function isUsableTheme(theme: string): boolean {
  if (theme === 'light' || theme === 'dark') return true
  const luminance = relativeLuminance(theme)
  return luminance < 0.2 || luminance > 0.8
}
