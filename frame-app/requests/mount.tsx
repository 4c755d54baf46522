import { createRoot } from 'react-dom/client'
import { loadFont } from '../ui/font.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { KernelContext } from '../ui/kernel-context.ts'
import { applyTheme } from '../ui/theme.ts'
import { speak } from '../words/language.ts'
import { preferredLanguages } from '../words/packs.ts'
import { App } from './app.tsx'
import '../ui/tokens.css'

export { bringScreen } from './app.tsx'

const mounted = new WeakSet<HTMLElement>()

/** Renders the screen on show, now and from now on. A second call for the same element changes nothing. */
export function mount(root: HTMLElement, kernel: Kernel): void {
  if (mounted.has(root)) return
  mounted.add(root)
  applyTheme(kernel.appearance, root.ownerDocument.documentElement)
  loadFont()
  createRoot(root).render(
    <KernelContext value={kernel}>
      <App />
    </KernelContext>,
  )
}

/** Before a dialog opens: its words, in the language that the site or the browser asks for. */
export function speakFor(root: HTMLElement, kernel: Kernel): Promise<void> {
  const locale = kernel.locale()
  const { textLocalization: page, operatorTexts: operator } = kernel.config.get().intl
  const tags = preferredLanguages(locale)
  return speak({ tags, overrides: { page, operator } }, root.ownerDocument.documentElement)
}
