import { Hono } from 'hono'
import { mountCaptcha, onlyCaptchaOnItsHost } from '../captcha/widget-routes.ts'
import { errorResponse, notFoundResponse } from '../http/error-response.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { FrameContext } from './context.ts'
import { mountFiles } from './files.ts'
import { mountFrame } from './routes.ts'

/**
 * All that a browser runs on the wallet origin, and the documents that say what it may do there: the frame with its windows
 * and files, the host script, the captcha's document. What the API process answers comes by `forward.ts`.
 */
export function createFrameServer(ctx: FrameContext): Hono {
  const server = new Hono({ strict: false })
  server.use(securityHeaders(ctx.settings.origin))
  server.onError(errorResponse)
  server.notFound(notFoundResponse)
  server.use(onlyCaptchaOnItsHost(ctx.settings))
  mountFrame(server, ctx)
  mountCaptcha(server, ctx)
  mountFiles(server, ctx)
  return server
}
