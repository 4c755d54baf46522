import { readFileSync } from 'node:fs'
import type { SignerKeys } from '@vitrine/shared/config/frame-boot.ts'
import type { Hono } from 'hono'
import { frameConfig } from '../app-config/frame-config.ts'
import type { Context } from '../context.ts'
import { createFrameServer } from '../frame/server.ts'
import { createApp } from '../server.ts'

/** The frame server before the API, in one process and without a socket: see `frame-server.ts`. */
export function createWalletOrigin(ctx: Context, signerKeys: SignerKeys): Hono {
  const api = createApp(ctx)
  const server = createFrameServer({
    settings: ctx.settings,
    signerKeys,
    captchaScript: readFileSync(new URL('../captcha/widget.js', import.meta.url), 'utf8'),
    async readConfig(appId) {
      const answer = await api.request(`/frame/${encodeURIComponent(appId)}`)
      return answer.status === 404 ? null : frameConfig.parse(await answer.json())
    },
  })
  for (const path of ['/api/*', '/health', '/health/ready', '/dev/*'])
    server.all(path, c => api.fetch(c.req.raw, c.env as object))
  return server
}
