import { CALLBACK_PATH, provenBy } from '@vitrine/shared/account/login-facts.ts'
import type { CallbackBoot } from '@vitrine/shared/config/frame-boot.ts'
import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { FrameContext } from './context.ts'
import { renderCallback } from './document.ts'
import { pageHeaders } from './headers.ts'
import { readFrameFiles } from './manifest.ts'

/** What providers answer with: a code, a state, an error and who they are. */
const ANSWER_LIMIT_BYTES = 16_384
/** What of it the page reads; the rest, such as a person's name, goes no further. */
const ANSWER_FIELDS = ['code', 'state', 'iss', 'error', 'error_description']

/** The page of the wallet origin that people come back to from a provider: one for all apps, since a provider is told one. */
export function mountCallback(server: Hono, ctx: FrameContext): void {
  const [method] = provenBy('grant')
  server.get(CALLBACK_PATH, async c => {
    const files = await readFrameFiles(ctx.settings.distDir, `login/${method}/window/callback.ts`)
    const boot: CallbackBoot = { signer: ctx.signerKeys }
    return c.html(renderCallback(boot, files), 200, pageHeaders())
  })
  // Some providers answer by POST (OAuth 2.0 Form Post Response Mode). The page reads an address, so it becomes one: by a
  // redirect, since who repeats the POST would repeat the code.
  server.post(
    CALLBACK_PATH,
    bodyLimit({ maxSize: ANSWER_LIMIT_BYTES, onError: c => c.body(null, 413) }),
    async c => {
      const form = await c.req.parseBody()
      const answer = new URLSearchParams()
      for (const name of ANSWER_FIELDS) {
        const value = form[name]
        if (typeof value === 'string') answer.set(name, value)
      }
      return c.body(null, 303, {
        Location: `${CALLBACK_PATH}?${answer}`,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      })
    },
  )
}
