import type { Vitrine, VitrineConfig, VitrineOptions } from './index.ts'

/** What `vitrine.js` puts into the page, for pages that load it by its tag: `import '@vitrine/host-sdk/global'`. */
declare global {
  interface Window {
    /** The instance of the script tag; absent with `data-auto="off"`, and before the script has run. */
    vitrine?: Vitrine
    /** Makes an instance; absent before the script has run. */
    Vitrine?: {
      /** @param options `walletOrigin` is by default where the script came from */
      create(options: Omit<VitrineOptions, 'walletOrigin'> & Partial<VitrineOptions>): Vitrine
    }
    /** Options beyond the tag's attributes. The page sets them before the script runs. */
    vitrineConfig?: VitrineConfig
  }
  interface WindowEventMap {
    /** The script has run: `window.Vitrine` is there, and `window.vitrine` unless `data-auto="off"`. */
    'vitrine:loaded': Event
  }
}
