import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { connectProcess } from '../processes/connection.ts'

/**
 * A program of a stranger's, started as the user of the API process and with its environment: does what it is told, line by
 * line, by that process's own sockets and role in the database. See `api-hands.ts`.
 */
const { env } = process
const linked = (name: string, socketPath = '') =>
  connectProcess({
    name,
    socketPath,
    timeoutMs: 20_000,
    refusal: ({ code, message }) => Object.assign(new Error(message), { code }),
  })
const signer = linked('The signer', env.VITRINE_SIGNER_SOCKET)
const mailer = linked('The mailer', env.VITRINE_MAILER_SOCKET)
const database = new Client({ connectionString: env.DATABASE_URL })
await database.connect()

type Given = Readonly<Record<string, unknown>>
const POWERS: Readonly<Record<string, (given: Given) => unknown>> = {
  whoami: () => ({ uid: process.getuid?.(), groups: process.getgroups?.() }),
  signer: ({ operation, request }) => signer.call(String(operation), request),
  mailer: ({ operation, request }) => mailer.call(String(operation), request),
  sql: async ({ text, values }) => (await database.query(String(text), values as unknown[])).rows,
  read: ({ path }) => readFileSync(String(path), 'latin1').length,
  list: ({ path }) => readdirSync(String(path)).length,
  signal: ({ pid }) => process.kill(Number(pid), 0),
  open: ({ path }) =>
    new Promise((resolve, reject) => {
      const socket = connect(String(path), () => resolve(socket.destroy() && 'open'))
      socket.on('error', reject)
    }),
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

for await (const line of createInterface({ input: process.stdin })) {
  const { id, power, given } = JSON.parse(line) as { id: number; power: string; given: Given }
  const answer = await Promise.resolve()
    .then(() => POWERS[power]?.(given))
    .then(
      value => ({ id, value: value ?? null }),
      error => ({ id, code: codeOf(error) }),
    )
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
process.exit(0)
