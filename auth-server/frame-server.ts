import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { signerKeys } from '@vitrine/shared/config/frame-boot.ts'
import { createConsoleListener } from './console-server/listener.ts'
import type { ApiAddress } from './frame/forward.ts'
import { createFrameListener } from './frame/listener.ts'
import { type Listener, listen } from './listen.ts'
import { startLog } from './log.ts'
import { runProcess } from './processes/run-process.ts'
import { becomeUser, readUser } from './processes/user.ts'
import { readSettings, type Settings } from './settings.ts'

process.title = 'vitrine-frame'
startLog('frame')

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
  const { isStopping, drain } = drainOf(settings)
  const listener = await listen(
    createFrameListener(
      { ...settings, distDir: isBuilt ? '.' : settings.distDir },
      captchaScript,
      keys,
      api,
      isStopping,
    ),
    settings,
  )
  const consoleListener = await listenForConsole(
    { ...settings, distDir: isBuilt ? '.' : settings.distDir },
    api,
  )
  becomeUser(user)
  if (isBuilt) requireReadable(settings.distDir)
  return async () => {
    await drain()
    await Promise.all([listener.close(), consoleListener?.close()])
    agent.destroy()
  }
})

/** Before the port closes, whoever sends requests here is told that it does, and has the time to hear of it. */
function drainOf({ drainSeconds }: Pick<Settings, 'drainSeconds'>) {
  let stopping = false
  return {
    isStopping: () => stopping,
    async drain() {
      stopping = true
      await delay(drainSeconds * 1000)
    },
  }
}

/** The operator's console has a port of its own, where there is one. */
async function listenForConsole(settings: Settings, api: ApiAddress): Promise<Listener | null> {
  const { consoleOrigin: origin, consolePort: port } = settings
  if (origin === null) return null
  const listener = createConsoleListener(settings, origin, api)
  return listen(listener, { ...settings, origin, port }, 'VITRINE_CONSOLE_PORT')
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
