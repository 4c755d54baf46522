import { bringScreen, mount, speakFor } from '../requests/mount.tsx'
import { screensView, type ViewParts } from './view.ts'

/** Puts the screens into the document. @returns what brings one, and the words that they have by then */
export function showScreens(root: HTMLElement, parts: ViewParts) {
  const kernel = screensView(parts)
  mount(root, kernel)
  return { speak: () => speakFor(root, kernel), bringScreen }
}
