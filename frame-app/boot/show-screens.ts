import { screensView, type ViewParts } from '../kernel/view.ts'
import { bringScreen, mount, speakFor } from '../requests/mount.tsx'

/**
 * Puts the screens into the document. It stands apart from the kernel by its folder's name: the bundler orders modules by the path of
 * what brings them, and with React before the other parts of the screens their chunk compresses best.
 * @returns what brings one, and the words that they have by then
 */
export function showScreens(root: HTMLElement, parts: ViewParts) {
  const kernel = screensView(parts)
  mount(root, kernel)
  return { speak: () => speakFor(root, kernel), bringScreen }
}
