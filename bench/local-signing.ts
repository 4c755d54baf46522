import { build } from 'vite'
import type { Lab } from './lab.ts'
import { meanDurations } from './mean-duration.ts'
import { ms, type Row } from './row.ts'
import { serveFolder } from './static-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

const SIGNATURES = 400

/**
 * What the device's key signs of a wallet request, its authorization (canonical JSON, DER) and its proof (DPoP), by the
 * key in IndexedDB, from the page through the product's bridge and vault worker and back. Bare: viem (secp256k1) and WebCrypto (P-256), both in the page with the key in a variable.
 */
export async function benchLocalSigning(lab: Lab): Promise<Row[]> {
  const folder = await temporaryFolder(lab)
  await buildPages(folder)
  const site = await lab.keep(serveFolder(folder), started => started.stop())
  const context = await (await lab.browser()).newContext()
  const page = await context.newPage()
  await page.goto(`${site.host}/host.html?wallet=${site.wallet}`)
  await page.waitForFunction('window.signing')
  const took = await meanDurations(
    page,
    {
      ours: 'signing.throughFrame()',
      viem: 'signing.viem()',
      webCrypto: 'signing.webCrypto()',
    },
    SIGNATURES,
  )
  await context.close()
  const what = 'authorize and prove a request (P-256, twice): host → frame → vault worker, mean'
  return [
    { what, ours: ms(took.ours), bare: { ...ms(took.viem), name: 'viem signMessage in the page' } },
    { what, ours: ms(took.ours), bare: { ...ms(took.webCrypto), name: 'WebCrypto P-256 in the page' } },
  ]
}

async function buildPages(outDir: string): Promise<void> {
  const root = new URL('./local-signing/', import.meta.url).pathname
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    worker: { format: 'es' },
    build: {
      outDir,
      target: 'es2022',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { host: `${root}host.html`, frame: `${root}frame.html` } },
    },
  })
}
