import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CALLBACK_PATH } from '@vitrine/shared/account/login-facts.ts'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { UNDO_PATH } from '../account-changes/undo-page.ts'
import { publicConfig } from '../apps/registry.ts'
import { BUILD } from '../build-info.ts'
import { WORKER_CSP } from '../frame/files.ts'
import { readTypeface } from '../frame/manifest.ts'
import { RECOVERY_PATH } from '../frame/recovery-file.ts'
import { WINDOWS } from '../frame/routes.ts'
import { createFrameServer } from '../frame/server.ts'
import { fixedDocument, fixedHeaders } from '../frame-build/fixed-parts.ts'
import { type BuildManifest, sha256 } from '../frame-build/manifest.ts'
import { servedFiles } from '../frame-build/served-files.ts'
import { FUNDING_RETURN_PATH } from '../funding/call/return-page.ts'
import { readSettings } from '../settings.ts'

/** Of nobody: what is written into the manifest is the same for each. */
const ORIGIN = 'https://wallet.invalid'
const SITE = 'https://site.invalid'
const APP = 'app_any'
const NO_KEYS = { recipient: '', identity: '', signature: '' }

/** Documents of the frame app: each path, with `:app_id` where an app's id stands. */
export const DOCUMENTS: readonly string[] = [
  ...['frame', 'secrets', ...WINDOWS.map(([path]) => path)].map(path => `/apps/:app_id/${path}`),
  CALLBACK_PATH,
]

/** Pages that the server writes itself: one of each policy. */
export const PAGES: readonly string[] = [
  '/',
  '/apps/not-there/frame',
  '/not-there',
  UNDO_PATH,
  FUNDING_RETURN_PATH,
]

/** The address of a document for one site of one app. */
export const addressOf = (path: string, appId: string, site: string): string =>
  `${path.replace(':app_id', encodeURIComponent(appId))}?origin=${encodeURIComponent(site)}`

/**
 * Says all that the wallet origin gives to browsers of a build: its files as they lie there, and its documents as the very
 * code of the server answers them.
 * @param distDir as `npm run build` leaves it
 */
export async function describeBuild(distDir: string): Promise<BuildManifest> {
  const config = editableAppConfig.parse({ name: 'Any', allowed_domains: [SITE] })
  const app = publicConfig({ id: APP, config, secretHash: '' }, '')
  const server = createFrameServer({
    settings: { ...readSettings({ VITRINE_ORIGIN: ORIGIN }), distDir },
    signerKeys: NO_KEYS,
    captchaScript: '',
    readConfig: async id =>
      id === APP ? { app, now: 0, dpopNonce: '', fetchOrigins: [], previewOrigins: [] } : null,
  })
  const ask = async (path: string) => {
    const answer = await server.request(ORIGIN + path, { headers: { Accept: 'text/html' } })
    return { html: await answer.text(), headers: Object.fromEntries(answer.headers) }
  }
  const policyOf = async (path: string) =>
    [path, (await ask(path)).headers['content-security-policy'] ?? ''] as const
  const files = await servedFiles(distDir, await readTypeface(distDir))
  return {
    version: BUILD.version,
    files: await gathered([...files], async ([path, name]) => {
      const bytes = await readFile(join(distDir, name))
      return [path, { sha256: sha256(bytes), bytes: bytes.length }]
    }),
    documents: await gathered(DOCUMENTS, async path => {
      const { html, headers } = await ask(addressOf(path, APP, SITE))
      return [path, { sha256: sha256(fixedDocument(html)), headers: fixedHeaders(headers, ORIGIN) }]
    }),
    pages: await gathered(PAGES, policyOf),
    policies: Object.fromEntries([['/assets/worker/', WORKER_CSP], await policyOf(RECOVERY_PATH)]),
  }
}

const gathered = async <T, V>(list: readonly T[], entry: (of: T) => Promise<readonly [string, V]>) =>
  Object.fromEntries(await Promise.all(list.map(entry)))
