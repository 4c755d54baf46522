import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { CARRY_CLOCK } from './carry-clock.mjs'
import { freePort } from './process-tree.ts'
import { ORIGIN } from './server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** `npm test` takes it out of Debian's package where it can, and names it (`scripts/setup/find-programs.mjs`). */
function locateCaddy(): string {
  const places = [...(process.env.PATH ?? '').split(delimiter), `${ROOT}.cache/debian/usr/bin`]
  const found = process.env.CADDY_PATH ?? places.map(it => join(it, 'caddy')).find(path => existsSync(path))
  if (found === undefined) throw new Error('Caddy is not there: name it in CADDY_PATH')
  return found
}

/** Caddy as `deploy/caddy/Caddyfile` has it, for `localhost` with a certificate of its own. */
export interface CaddyProxy {
  readonly port: number
  /** Options of a connection to it. */
  readonly tls: { readonly ca: Buffer; readonly rejectUnauthorized: boolean }
  /** What it has logged. */
  output(): string
  /** A call of the server by way of it. */
  request(url: string, init?: RequestInit): Promise<Response>
  stop(): Promise<void>
}

/** Under `faketime` its certificate has expired: Caddy calls no C library, so its clock is the real one. */
const trusting = (ca: Buffer) => ({ ca, rejectUnauthorized: CARRY_CLOCK.length === 0 })

const hasCertificate = (port: number, ca: Buffer) =>
  new Promise<boolean>(resolve => {
    const socket = connect({ port, host: 'localhost', servername: 'localhost', ...trusting(ca) }, () => {
      socket.end()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** @param folder of the user, for what it keeps */
export async function startCaddy(
  folder: string,
  upstream: string,
  user: { readonly uid: number; readonly gid: number },
): Promise<CaddyProxy> {
  const [port, httpPort] = [await freePort(), await freePort()]
  // The user may not be let into the folder of this clone, as where it lies in another user's home.
  const [program, config] = [join(folder, 'caddy-program'), join(folder, 'Caddyfile')]
  copyFileSync(locateCaddy(), program)
  copyFileSync(`${ROOT}deploy/caddy/Caddyfile`, config)
  const child = spawn(program, ['run', '--config', config, '--adapter', 'caddyfile'], {
    cwd: folder,
    ...(process.getuid?.() === 0 && user),
    env: {
      ...{ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      ...{ VITRINE_DOMAIN: 'localhost', VITRINE_UPSTREAM: upstream },
      ...{ HTTPS_PORT: String(port), HTTP_PORT: String(httpPort) },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', chunk => {
    output += chunk
  })
  const exited = once(child, 'close')
  const root = join(folder, 'caddy/pki/authorities/local/root.crt')
  while (child.exitCode === null && !(existsSync(root) && output.includes('"serving initial configuration"')))
    await delay(20)
  if (child.exitCode !== null) throw new Error(output)
  const authority = readFileSync(root)
  // It serves before it has issued its own certificate, and refuses TLS until then.
  while (child.exitCode === null && !(await hasCertificate(port, authority))) await delay(20)
  if (child.exitCode !== null) throw new Error(output)
  const agent = new Agent({ ...trusting(authority), keepAlive: true })
  return {
    port,
    tls: trusting(authority),
    output: () => output,
    async request(url, init = {}) {
      const to = new URL(url.replace(ORIGIN, `https://localhost:${port}`))
      const headers = Object.fromEntries(new Headers(init.headers))
      const call = request(to, { agent, method: init.method ?? 'GET', headers })
      call.end(init.body as string | undefined)
      const [answer] = await once(call, 'response')
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      return new Response(body.length > 0 ? body : null, {
        status: answer.statusCode,
        headers: answer.headers,
      })
    },
    async stop() {
      agent.destroy()
      child.kill('SIGTERM')
      await exited
    },
  }
}
