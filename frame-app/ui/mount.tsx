import { createRoot } from 'react-dom/client'
import type { Kernel } from '../kernel/ports.ts'
import { App } from './app.tsx'
import { applyTheme } from './apply-theme.ts'
import { loadFont } from './font.ts'
import { KernelContext } from './kernel-context.ts'
import './tokens.css'

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
