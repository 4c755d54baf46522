import type { Page } from '@playwright/test'
import { ar } from '../../frame-app/words/ar.ts'
import { en } from '../../frame-app/words/en.ts'
import type { HostPage } from '../fixtures/host-page.ts'
import { type Settled, settle } from './settle.ts'

/** A desktop, a phone in the dark, and a phone from right to left. */
export const LOOKS = [
  { name: 'light-1280x800', theme: 'light', words: en, locale: 'en', size: { width: 1280, height: 800 } },
  { name: 'dark-390x844', theme: 'dark', words: en, locale: 'en', size: { width: 390, height: 844 } },
  { name: 'ar-390x844', theme: 'light', words: ar, locale: 'ar', size: { width: 390, height: 844 } },
] as const

/** Writes `.cache/screenshots/<name>.png` once the page has settled. */
export async function capture({ page }: Pick<HostPage, 'page'>, name: string, settled?: Settled) {
  await capturePage(page, name, { settled })
}

interface PageCapture {
  readonly settled?: Settled | undefined
  /** The whole page, however long it is. */
  readonly fullPage?: boolean
}

/** The same of a page or a window of its own. */
export async function capturePage(page: Page, name: string, { settled, fullPage = false }: PageCapture = {}) {
  await settle(page, settled)
  await page.screenshot({ path: `.cache/screenshots/${name}.png`, caret: 'initial', fullPage })
}
