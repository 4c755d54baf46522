import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { launchOptions } from '../../fixtures/browser.ts'
import { bundle } from '../../fixtures/bundle.ts'

const SCRIPTS = ['page', 'bridge', 'background'] as const
const everywhere = { matches: ['http://*/*', 'https://*/*'], run_at: 'document_start' }
const MANIFEST = {
  manifest_version: 3,
  name: 'Test wallet',
  version: '1',
  background: { service_worker: 'background.js' },
  content_scripts: [
    { ...everywhere, js: ['page.js'], world: 'MAIN' },
    { ...everywhere, js: ['bridge.js'] },
  ],
}

export interface ExtendedBrowser {
  readonly context: BrowserContext
  close(): Promise<void>
}

/** A Chromium with windows, though none is seen, in which a wallet is installed as an extension. The headless shell has no extensions. */
export async function launchWithExtension(): Promise<ExtendedBrowser> {
  const executablePath = findChromium()
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-extension-'))
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST))
  for (const script of SCRIPTS)
    await writeFile(join(folder, `${script}.js`), await bundle(`engines/extension/${script}.ts`))
  const profile = await mkdtemp(join(tmpdir(), 'vitrine-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    executablePath,
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...(launchOptions.args ?? []),
      '--headless=new',
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
  })
  return {
    context,
    async close() {
      await context.close()
      for (const it of [folder, profile]) await rm(it, { recursive: true })
    },
  }
}

function findChromium(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const path of folders.map(folder => join(folder, 'chromium')))
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {}
  throw new Error(
    'There is no chromium on the PATH. Install it: apt-get install --no-install-recommends chromium',
  )
}
