import type { Lab } from './lab.ts'
import { startLoginServer } from './login-server.ts'
import { processorMs } from './process-family.ts'
import { ms, type Row } from './row.ts'

const WARM_UP_S = 4
const LOAD_S = 8

/** The processes of a server, by what only their command line has. */
const PROCESSES: Readonly<Record<string, RegExp>> = {
  'API process': /^vitrine-api/,
  'frame server': /^vitrine-frame/,
  signer: /^vitrine-signer/,
  mailer: /^vitrine-mailer/,
  Postgres: /postgres/,
}

/**
 * What one complete email login takes of a processor, in each process. Other work on the machine raises it, though by less than
 * it lowers the logins per second.
 */
export async function benchLoginCpu(lab: Lab): Promise<Row[]> {
  if (process.platform !== 'linux') throw new Error('It reads /proc, which only Linux has.')
  const { server, load } = await startLoginServer(lab)
  await load(WARM_UP_S)
  const read = () => Object.values(PROCESSES).map(its => processorMs(server.pid, its))
  const before = read()
  const { logins } = await load(LOAD_S)
  const after = read()
  const spent = after.map((it, index) => (it - (before[index] ?? 0)) / logins)
  return [
    ...Object.keys(PROCESSES).map((name, index) => ({
      what: `processor time of an email login, ${name}`,
      ours: ms(spent[index] ?? 0),
    })),
    { what: 'processor time of an email login, together', ours: ms(spent.reduce((sum, it) => sum + it, 0)) },
  ]
}
