import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Lab } from './lab.ts'
import { startLoginServer } from './login-server.ts'
import { processFamily } from './process-family.ts'
import { megabytes, type Row } from './row.ts'

const LOAD_S = 5

/** The Node processes of a server, by what only their command line has. */
const NODE_PROCESSES: Readonly<Record<string, RegExp>> = {
  'API process': /^vitrine-api/,
  'frame server': /^vitrine-frame/,
  supervisor: /auth-server\/main\.ts/,
  signer: /vitrine-signer/,
}

/**
 * The processes of the server after five seconds of logins: Node's by resident set size, those of Postgres, which share
 * their buffers, by the sum of their proportional set sizes. Bare: a Node process that listens and answers nothing.
 */
export async function benchServerMemory(lab: Lab): Promise<Row[]> {
  if (process.platform !== 'linux') throw new Error('It reads /proc, which only Linux has.')
  const { server, load } = await startLoginServer(lab)
  await load(LOAD_S)
  const family = processFamily(server.pid)
  const bare = { ...megabytes(await bareNode(lab)), name: 'bare node:http server' }
  const postgres = family.filter(({ command }) => command.includes('postgres'))
  return [
    ...Object.entries(NODE_PROCESSES).map(([name, its]) => ({
      what: `memory of the ${name} after logins, RSS`,
      ours: megabytes(family.find(({ command }) => its.test(command))?.resident ?? 0),
      bare,
    })),
    {
      what: `memory of Postgres after logins, PSS of ${postgres.length} processes`,
      ours: megabytes(postgres.reduce((sum, { proportional }) => sum + proportional, 0)),
    },
  ]
}

async function bareNode(lab: Lab): Promise<number> {
  const script = `require('node:http').createServer((_, answer) => answer.end()).listen(0, '127.0.0.1',
    () => console.log('listening'))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await lab.keep(once(child.stdout, 'data'), async () => child.kill())
  return processFamily(child.pid ?? 0)[0]?.resident ?? 0
}
