import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { Agent, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { type SignerKeys, signerKeys } from '@vitrine/shared/config/frame-boot.ts'
import type { ApiAddress } from './frame/forward.ts'
import { forward, isForApi } from './frame/forward.ts'
import { readConfig } from './frame/read-config.ts'
import { createFrameServer } from './frame/server.ts'
import { listen } from './listen.ts'
import { runProcess } from './processes/run-process.ts'
import { becomeUser, readUser } from './processes/user.ts'
import { readSettings, type Settings } from './settings.ts'

process.title = 'vitrine-frame'

/** Only reads the path of a request. */
const ORIGIN = 'http://localhost'

/**
 * The frame server: the wallet origin's port. It serves what a browser runs there, from files, and hands calls on to the API
 * process. Neither a secret nor a database is in its reach, and the API process cannot change what it serves.
 */
await runProcess('frame server', async () => {
  const settings = readSettings(process.env)
  const captchaScript = readFileSync(join(settings.serverDir, 'captcha/widget.js'), 'utf8')
  const user = readUser(process.env.VITRINE_RUN_AS)
  const keys = signerKeys.parse(JSON.parse(process.env.VITRINE_SIGNER_KEYS ?? '{}'))
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const api: ApiAddress = { socketPath: process.env.VITRINE_API_SOCKET ?? '', agent }
  // From within, files can be read although the folders above them are closed to the user.
  const isBuilt = existsSync(settings.distDir)
  if (isBuilt) process.chdir(settings.distDir)
  const listener = await listen(
    createListener({ ...settings, distDir: isBuilt ? '.' : settings.distDir }, captchaScript, keys, api),
    settings,
  )
  becomeUser(user)
  if (isBuilt) requireReadable(settings.distDir)
  return async () => {
    await listener.close()
    agent.destroy()
  }
})

function createListener(
  settings: Settings,
  captchaScript: string,
  signerKeys: SignerKeys,
  api: ApiAddress,
): RequestListener {
  const { development, captchaOrigin } = settings
  const captchaHost = captchaOrigin === null ? null : new URL(captchaOrigin).host
  const isSecure = settings.origin.startsWith('https:')
  const { fetch } = createFrameServer({
    settings,
    signerKeys,
    captchaScript,
    readConfig: id => readConfig(api, id),
  })
  const serve = getRequestListener(fetch)
  return (incoming, outgoing) => {
    const url = incoming.url ?? ''
    const { pathname, search } = URL.canParse(url, ORIGIN)
      ? new URL(url, ORIGIN)
      : { pathname: '/', search: '' }
    // There a vendor's script has an origin: it finds no API.
    const isOnCaptchaHost = captchaHost !== null && incoming.headers.host?.toLowerCase() === captchaHost
    if (!isOnCaptchaHost && isForApi(pathname, development))
      return forward(api, `${pathname}${search}`, incoming, outgoing, isSecure)
    return serve(incoming, outgoing)
  }
}

/** @throws Error with a sentence */
function requireReadable(distDir: string): void {
  try {
    accessSync('frame/.vite/manifest.json', constants.R_OK)
  } catch {
    throw new Error(
      `The frame server cannot read ${distDir} as user ${process.getuid?.()}: \`chmod -R o+rX ${distDir}\`.`,
    )
  }
}
