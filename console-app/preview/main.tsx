/**
 * The preview of the dialog: the frame's own landing, drawn by the frame's own code from the config as it is edited.
 *
 *  - A sandbox gives the document no origin: it has no session, no cookie and no storage, and sees nothing of the console.
 *  - Its policy gives it no network but pictures: what is typed in it goes nowhere.
 *  - It takes a config from the page that embeds it, if that is the console of the origin that it was loaded from.
 */
import '@vitrine/frame-app/core/no-generated-code.ts'
import '@vitrine/frame-app/ui/tokens.css'
import './preview.css'
import { loadFont } from '@vitrine/frame-app/ui/font.ts'
import { applyTheme } from '@vitrine/frame-app/ui/theme.ts'
import { speak } from '@vitrine/frame-app/words/language.ts'
import { preferredLanguages } from '@vitrine/frame-app/words/packs.ts'
import { createRoot } from 'react-dom/client'
import { draw } from './draw.ts'
import { createInertKernel, type InertKernel } from './inert-kernel.ts'
import { type ToConsole, toPreview } from './messages.ts'
import { PreviewApp } from './preview-app.tsx'

const root = document.getElementById('root')
if (!root) throw new TypeError('The document has no root')

// The landing gives its first field the focus, which must stay with who types into the config beside it.
const focus = HTMLElement.prototype.focus
HTMLElement.prototype.focus = function (options) {
  if (document.hasFocus()) focus.call(this, options)
}
// A dialog keeps Tab inside; here it must be possible to go on to the console.
addEventListener('keydown', event => event.key === 'Tab' && event.stopImmediatePropagation(), true)
// A window that opens at once is what logins at other companies begin with.
window.open = () => null

const tell = (message: Omit<ToConsole, 'to'>) =>
  parent.postMessage({ to: 'vitrine:console', ...message } satisfies ToConsole, location.origin)

let kernel: InertKernel | null = null
addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin) return
  const read = toPreview.safeParse(data)
  if (!read.success) return
  const drawn = draw(read.data)
  if (!drawn.ok) return tell({ state: 'old', reason: drawn.reason })
  const isFirst = kernel === null
  kernel ??= createInertKernel(drawn.app, drawn.config)
  const { textLocalization: page, operatorTexts: operator } = drawn.config.intl
  void speak({ tags: preferredLanguages(null), overrides: { page, operator } }, document.documentElement)
  if (isFirst) {
    applyTheme(kernel.appearance, document.documentElement)
    createRoot(root).render(<PreviewApp kernel={kernel} />)
  } else kernel.take(drawn.app, drawn.config)
  tell({ state: 'shown' })
})
loadFont()
tell({ state: 'ready' })
