import { ar } from '../../frame-app/words/ar.ts'
import { en } from '../../frame-app/words/en.ts'
import type { HostPage } from '../fixtures/host-page.ts'

/** A desktop, a phone in the dark, and a phone from right to left. */
export const LOOKS = [
  { name: 'light-1280x800', theme: 'light', words: en, locale: 'en', size: { width: 1280, height: 800 } },
  { name: 'dark-390x844', theme: 'dark', words: en, locale: 'en', size: { width: 390, height: 844 } },
  { name: 'ar-390x844', theme: 'light', words: ar, locale: 'ar', size: { width: 390, height: 844 } },
] as const

/** Writes `.cache/screenshots/<name>.png` once nothing moves. */
export async function capture(host: HostPage, name: string) {
  await host.stillness()
  await host.page.screenshot({ path: `.cache/screenshots/${name}.png`, caret: 'initial' })
}
