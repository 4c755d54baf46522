import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { publicConfig } from '../../apps/registry.ts'
import { createFrameServer } from '../../frame/server.ts'
import { MANIFEST_FILE, printManifest } from '../../frame-build/manifest.ts'
import { readSettings } from '../../settings.ts'
import { describeBuild } from '../describe-build.ts'

export const SITE = 'https://shop.example'
export const APP = 'app_1'

/** A small build in a folder of its own, with the files that the server looks for. */
const FILES: Readonly<Record<string, string>> = {
  'frame/.vite/manifest.json': JSON.stringify({
    '../fonts/sans.woff2': { file: 'assets/sans-1.woff2' },
    'kernel/main.ts': { file: 'assets/kernel-1.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared-1.js', css: ['assets/shared-1.css'] },
  }),
  'frame/.vite/secrets.json': JSON.stringify({ 'secrets/main.ts': { file: 'assets/secrets/secrets-1.js' } }),
  'frame/.vite/login-windows.json': JSON.stringify({
    'login/passkey/window/main.ts': { file: 'assets/window-1.js' },
    'login/oauth/window/main.ts': { file: 'assets/window-1.js' },
    'login/oauth/window/callback.ts': { file: 'assets/window-1.js' },
    'recovery/window/main.ts': { file: 'assets/window-1.js' },
  }),
  'frame/.vite/approval-window.json': JSON.stringify({
    'approval/window/main.tsx': { file: 'assets/window-1.js' },
  }),
  'frame/assets/kernel-1.js': `export const text = '${'kernel '.repeat(300)}'`,
  'frame/assets/shared-1.js': 'export const shared = 1',
  'frame/assets/shared-1.css': 'body{margin:0}',
  'frame/assets/sans-1.woff2': 'wOF2',
  'frame/assets/window-1.js': 'export {}',
  'frame/assets/secrets/secrets-1.js': 'export {}',
  'frame/assets/worker/worker-1.js': 'self.onmessage = null',
  'frame/licenses.txt': 'Notices',
  'host/vitrine.js': 'window.vitrine = {}',
  'host/vitrine.mjs': 'export {}',
  'host/vitrine-greeting-abc123.js': '(function () {})()',
  'recovery/vitrine-recovery.html': '<!doctype html><p>Recover</p>',
  'recovery/vitrine-recovery.html.sha256': `${'0'.repeat(64)}  vitrine-recovery.html\n`,
  'server/captcha/widget.js': 'void 0',
  'server/favicon.ico': 'an icon',
}

/** Writes such a build, with its manifest. @returns its folder, and what removes it */
export async function makeBuild() {
  const distDir = mkdtempSync(join(tmpdir(), 'vitrine-build-'))
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(distDir, name)), { recursive: true })
    writeFileSync(join(distDir, name), text)
  }
  writeFileSync(join(distDir, MANIFEST_FILE), printManifest(await describeBuild(distDir)))
  return { distDir, remove: () => rmSync(distDir, { recursive: true }) }
}

/** What stands before the server and may answer in its place. */
export type Between = (...of: Parameters<RequestListener>) => boolean

/**
 * The frame server of a build on a port of this machine, with what stands before it.
 * @param between answers itself and says so; or lets the server answer
 */
export async function serveBuild(distDir: string, between: () => Between | null) {
  const http = createServer()
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const config = editableAppConfig.parse({ name: 'Shop', allowed_domains: [SITE] })
  const app = publicConfig({ id: APP, config, secretHash: '' }, '')
  const server = createFrameServer({
    settings: { ...readSettings({ VITRINE_DEV: '1', VITRINE_ORIGIN: origin }), distDir },
    signerKeys: { recipient: 'r', identity: 'i', signature: 's' },
    captchaScript: readFileSync(join(distDir, 'server/captcha/widget.js'), 'utf8'),
    readConfig: async id =>
      id === APP ? { app, now: 0, dpopNonce: 'n', fetchOrigins: [], previewOrigins: [] } : null,
  })
  // As the API process answers it.
  server.get(`/api/v1/apps/${APP}`, c => c.json(app))
  const answer = getRequestListener(server.fetch)
  http.on('request', (incoming, outgoing) => {
    if (!between()?.(incoming, outgoing)) void answer(incoming, outgoing)
  })
  return {
    origin,
    stop() {
      http.closeAllConnections()
      return new Promise<unknown>(resolve => http.close(resolve))
    },
  }
}
