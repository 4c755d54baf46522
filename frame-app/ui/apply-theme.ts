import type { Appearance } from '../config/appearance.ts'
import type { ReadableStore } from '../core/store.ts'
import { type Theme, themeOf } from './theme.ts'

/** Keeps the document in the app's theme. Goes through the CSSOM: the frame's CSP allows no style attribute. */
export function applyTheme(appearance: ReadableStore<Appearance>, root: HTMLElement) {
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
