import { PINNED_FILES } from 'virtual:pinned-files'
import { createVitrine as create } from './create-vitrine.ts'
import type { Vitrine } from './instance.ts'
import type { VitrineConfig, VitrineOptions } from './options.ts'
import { scriptOptions } from './script-options.ts'
import { loadPart } from './script-part.ts'

type Page = typeof globalThis & {
  /** Options beyond the tag's attributes; set before the script runs. */
  vitrineConfig?: VitrineConfig
  vitrine?: Vitrine
  /** `walletOrigin` is by default where the script came from. */
  Vitrine?: { create(options: Omit<VitrineOptions, 'walletOrigin'> & Partial<VitrineOptions>): Vitrine }
}

const page: Page = globalThis
const tag = document.currentScript
// HTML that a site lets others write can name an image `currentScript` (DOM clobbering), and by it another wallet origin.
if (!(tag instanceof HTMLScriptElement)) throw new Error('Vitrine: load vitrine.js by a script tag.')
const { src, dataset, nonce } = tag
const walletOrigin = new URL(src).origin

const createVitrine = (options: VitrineOptions) =>
  create(options, {
    greeting: () => loadPart(walletOrigin, PINNED_FILES.greeting, nonce),
    solana: () => loadPart(walletOrigin, PINNED_FILES.solana, nonce),
  })

page.Vitrine = { create: options => createVitrine({ walletOrigin, ...options }) }
if (dataset.auto !== 'off')
  try {
    page.vitrine = createVitrine(scriptOptions(dataset, walletOrigin, page.vitrineConfig))
  } catch (error) {
    console.error(`Vitrine: ${(error as Error).message}`)
  }
dispatchEvent(new Event('vitrine:loaded'))
