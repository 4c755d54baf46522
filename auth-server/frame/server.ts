import { Hono, type Context as RequestContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { mountUndo } from '../account-changes/undo-page.ts'
import { mountCaptcha, onlyCaptchaOnItsHost } from '../captcha/widget-routes.ts'
import { type Build, createBuildReader } from '../frame-build/read-build.ts'
import { mountFundingReturn } from '../funding/call/return-page.ts'
import { noteRoute } from '../http/current-route.ts'
import { errorResponse, notFoundResponse } from '../http/error-response.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { logNote } from '../log.ts'
import { mountCallback } from './callback.ts'
import type { FrameContext } from './context.ts'
import { mountDocs } from './docs.ts'
import { ERROR_PAGE_HEADERS, renderError, wantsPage } from './error-page.ts'
import { mountFiles } from './files.ts'
import { mountHome } from './home-page.ts'
import { readTypeface } from './manifest.ts'
import { mountProcess } from './process-routes.ts'
import { mountRecoveryFile } from './recovery-file.ts'
import { mountFrame } from './routes.ts'
import { mountSiteFiles } from './site-files.ts'

/**
 * All that a browser runs on the wallet origin, and the documents that say what it may do there: the frame with its windows
 * and files, the host script, the captcha's document. What the API process answers comes by `forward.ts`.
 */
export function createFrameServer(parts: Omit<FrameContext, 'readBuild'>): Hono {
  const readBuild = createBuildReader(parts.settings.distDir, readTypeface, tellChanged)
  const ctx = { ...parts, readBuild }
  // Before somebody waits for it.
  void readBuild()
  const server = new Hono({ strict: false })
  server.use(noteRoute)
  server.use(securityHeaders(ctx.settings.origin))
  const asPage = (c: RequestContext, answer: Response) => {
    if (!wantsPage(c.req.header('accept'))) return answer
    for (const [name, value] of Object.entries(ERROR_PAGE_HEADERS)) c.header(name, value)
    const page = renderError(answer.status, c.req.header('accept-language'), ctx.settings.origin)
    return c.body(page, answer.status as ContentfulStatusCode)
  }
  server.onError((error, c) => asPage(c, errorResponse(error, c)))
  server.notFound(c => asPage(c, notFoundResponse(c)))
  server.use(onlyCaptchaOnItsHost(ctx.settings))
  mountProcess(server, ctx)
  mountFrame(server, ctx)
  mountCallback(server, ctx)
  mountCaptcha(server, ctx)
  mountUndo(server, ctx.settings.origin, async id => (await ctx.readConfig(id))?.app.name)
  mountFundingReturn(server, ctx.settings.origin)
  mountHome(server, ctx)
  mountRecoveryFile(server, ctx)
  mountDocs(server, ctx)
  mountFiles(server, ctx)
  mountSiteFiles(server, ctx)
  return server
}

/** A deployment that is half done, or what somebody changed on the machine. */
const tellChanged = ({ changed }: Build): void =>
  logNote(
    `${changed.length} of the files that browsers load are not those that were built, such as ${changed[0]}. Frames do not say which build they are of: run \`npm run build\`, or copy all of \`dist\`.`,
  )
