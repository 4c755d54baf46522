import { type AuthServer, startAuthServer } from '../e2e/fixtures/auth-server.ts'
import { createDevice } from './dpop-device.ts'
import { InboxTail } from './inbox-tail.ts'
import type { Lab } from './lab.ts'
import { createLoginClient } from './login-client.ts'
import { temporaryFolder } from './temporary-folder.ts'

const CONCURRENCY = 32

/** An app of every development server. */
export const DEMO_APP = 'app_demo'

export interface LoginServer {
  readonly server: AuthServer
  readonly dataDir: string
  /** Lets 32 people at a time log in, each a new one, for this long. @returns complete logins, and per second */
  load(seconds: number): Promise<{ readonly logins: number; readonly perSecond: number }>
}

/** A server of its own, as it is shipped, with its mail in the development inbox; device keys are made beforehand. */
export async function startLoginServer(lab: Lab): Promise<LoginServer> {
  const dataDir = await temporaryFolder(lab)
  const server = await lab.keep(startAuthServer({ dataDir, env: { VITRINE_TRUST_PROXY: '1' } }), started =>
    started.stop(),
  )
  const inbox = await lab.keep(InboxTail.open(dataDir), opened => opened.close())
  const client = createLoginClient(server.origin, DEMO_APP, inbox)
  lab.keep(Promise.resolve(client), async opened => opened.close())
  const devices = await Promise.all(Array.from({ length: CONCURRENCY }, createDevice))
  return {
    server,
    dataDir,
    async load(seconds) {
      const start = performance.now()
      let logins = 0
      await Promise.all(
        devices.map(async device => {
          while (performance.now() - start < seconds * 1000) {
            await client.logIn(device)
            logins++
          }
        }),
      )
      return { logins, perSecond: logins / ((performance.now() - start) / 1000) }
    },
  }
}
