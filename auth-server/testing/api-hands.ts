import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SignerOperation, SignerRequest, SignerResponse } from '../signer/operations.ts'
import { compile } from './compile.ts'
import type { WholeServer } from './whole-server.ts'

/**
 * What arbitrary code in the API process can reach, in the hands of a test: a program of its own that runs as that process's
 * user, with its environment, its sockets and its role in the database. What is refused rejects with `{code}`.
 */
export interface ApiHands {
  whoami(): Promise<{ readonly uid: number; readonly groups: readonly number[] }>
  signer<O extends SignerOperation>(operation: O, request: SignerRequest<O>): Promise<SignerResponse<O>>
  /** Whatever is on its socket to the mailer. */
  mailer(operation: string, request: object): Promise<unknown>
  sql<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** @returns how a way to somebody else's ends: `allowed`, or the system's code. */
  tries(power: 'read' | 'list' | 'open' | 'signal', what: string | number): Promise<string>
  stop(): Promise<void>
}

/** @param as `null`: as this user, where the server's processes have no users of their own */
export async function takeApiHands(
  { environment }: Pick<WholeServer, 'environment'>,
  as: { readonly uid: number; readonly gid: number } | null,
): Promise<ApiHands> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-hands-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'hands.mjs')
  await compile(new URL('./api-hands-main.ts', import.meta.url), file)
  // Node's channel to the parent is not handed on: what has its number here is another file, or none.
  const { NODE_CHANNEL_FD: _, ...env } = environment
  const child = spawn(process.execPath, [file], {
    ...as,
    cwd: '/',
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const waiting = new Map<number, (answer: { value?: unknown; code?: string }) => void>()
  createInterface({ input: child.stdout }).on('line', line => {
    const { id, ...answer } = JSON.parse(line) as { id: number }
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  let last = 0
  const use = async (power: string, given: object = {}): Promise<unknown> => {
    const id = ++last
    const answered = new Promise<{ value?: unknown; code?: string }>(resolve => waiting.set(id, resolve))
    child.stdin.write(`${JSON.stringify({ id, power, given })}\n`)
    const ended = exited.then(() => ({ code: 'the program ended' }))
    const { value, code } = await Promise.race([answered, ended as typeof answered])
    if (code !== undefined) throw Object.assign(new Error(`${power}: ${code}`), { code })
    return value
  }
  return {
    whoami: () => use('whoami') as ReturnType<ApiHands['whoami']>,
    signer: (operation, request) => use('signer', { operation, request }) as never,
    mailer: (operation, request) => use('mailer', { operation, request }),
    sql: (text, values = []) => use('sql', { text, values }) as never,
    tries: (power, what) =>
      use(power, { path: what, pid: what }).then(
        () => 'allowed',
        error => error.code,
      ),
    async stop() {
      child.stdin.end()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
