import { PINNED_FILES } from 'virtual:pinned-files'
import { createVitrine as create } from './create-vitrine.ts'
import type { Parts } from './frame-link.ts'
import type { Vitrine } from './instance.ts'
import type { VitrineOptions } from './options.ts'
import { scriptOptions } from './script-options.ts'
import { loadPart, type PinnedFile } from './script-part.ts'
import type { VitrineConfig } from './vitrine-config.ts'

type Page = typeof globalThis & {
  /** Options beyond the tag's attributes; set before the script runs. */
  vitrineConfig?: VitrineConfig
  vitrine?: Vitrine
  /** `walletOrigin` is by default where the script came from. */
  Vitrine?: { create(options: Omit<VitrineOptions, 'walletOrigin'> & Partial<VitrineOptions>): Vitrine }
}

const page: Page = globalThis
// There is no running script in a module: the tag is then the first one whose file is this.
const tag = document.currentScript ?? document.querySelector('script[type=module][src*="/vitrine.js"]')
// HTML that a site lets others write can name an image `currentScript` (DOM clobbering), and by it another wallet origin.
if (!(tag instanceof HTMLScriptElement)) throw new Error('No tag.')
const { src, dataset, nonce } = tag
const walletOrigin = new URL(src).origin

/** Loads it once; a second call tries again only what did not come. */
const part = (pinned: PinnedFile) => {
  let loading: Promise<unknown> | undefined
  return () =>
    (loading ??= loadPart(walletOrigin, pinned, nonce).catch(error => {
      loading = undefined
      throw error
    }))
}
const PARTS = { greeting: part(PINNED_FILES.greeting), later: part(PINNED_FILES.later), part } as Parts

const createVitrine: NonNullable<Page['Vitrine']>['create'] = options =>
  create({ walletOrigin, ...options }, PARTS)

page.Vitrine = { create: createVitrine }
if (dataset.auto !== 'off')
  try {
    const { vitrineConfig: config } = page
    // Nor may such HTML stand for the options: a form with this id is no plain object, and neither is a frame's window.
    const base = config?.constructor === Object ? config : undefined
    page.vitrine = createVitrine(scriptOptions(dataset, base))
  } catch (error) {
    console.error(`Vitrine: ${(error as Error).message}`)
  }
dispatchEvent(new Event('vitrine:loaded'))
