import { readFile } from 'node:fs/promises'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import {
  BATCH_SIZE,
  type BatchResult,
  batchKeyResponse,
  batchResponse,
} from '@vitrine/shared/wallet/batch-import.ts'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { type Command, CommandError, PartlyDone, requireApp, type SecretTools } from './command.ts'
import { type ReadLine, readKeyLine, sealLine } from './key-line.ts'

/** `wallets …`: keys of an app's users that come from another provider. They leave this process encrypted for the signer alone. */
export const walletsCommand: Command = {
  usage: [
    'wallets import <app id> <file.jsonl> [--url <address of the server>]      (asks for the app secret; a line: {"owner", "chain_type", "private_key" | "mnemonic" and "index", "address"})',
  ],
  async run(db, verb, { id, more: [file, ...others], options }, tools) {
    if (verb !== 'import' || file === undefined || others.length > 0) return null
    const app = await requireApp(db, id)
    const lines = await readLines(file)
    if (lines.length === 0) throw new CommandError(`${file} has no lines.`)
    const secret = (await tools.readSecret(`App secret of ${app.id}: `)).trim()
    const server = { url: options.url ?? tools.origin, appId: app.id, secret }
    return importLines(tools, server, lines)
  },
}

interface Server {
  readonly url: string
  readonly appId: string
  readonly secret: string
}

async function readLines(file: string): Promise<readonly ReadLine[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`The file ${file} cannot be read.`)
  })
  return text
    .split('\n')
    .map((line, at) => ({ line, number: at + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => readKeyLine(line, number))
}

/** @returns a line for each. @throws PartlyDone with them when any failed; CommandError when nothing was done */
async function importLines(tools: SecretTools, server: Server, lines: readonly ReadLine[]): Promise<string> {
  const good = lines.filter(it => 'key' in it)
  const outcomes = new Map<number, BatchResult>()
  const { identity } = await (await tools.signer()).readPublicKeys({})
  try {
    for (let at = 0; at < good.length; at += BATCH_SIZE) {
      const batch = good.slice(at, at + BATCH_SIZE)
      const { importId, recipient } = await beginBatch(server, identity, tools.origin)
      const wallets = await Promise.all(batch.map(it => sealLine(it, recipient)))
      const answer = await post(server, '/wallets/import', { import_id: importId, wallets }, batchResponse)
      batch.forEach(({ number }, index) => {
        const outcome = answer.wallets[index]
        if (outcome) outcomes.set(number, outcome)
      })
    }
  } catch (error) {
    if (outcomes.size === 0 || !(error instanceof CommandError)) throw error
    throw new PartlyDone([...lines.map(it => say(it, outcomes)), error.message].join('\n'))
  } finally {
    for (const { key } of good) key.fill(0)
  }
  const told = lines.map(it => say(it, outcomes)).join('\n')
  const isDone = lines.every(({ number }) => outcomes.get(number)?.ok === true)
  if (isDone) return told
  throw new PartlyDone(told)
}

function say(line: ReadLine, outcomes: ReadonlyMap<number, BatchResult>): string {
  if ('problem' in line) return `line ${line.number}: ${line.problem}`
  const outcome = outcomes.get(line.number)
  if (!outcome) return `line ${line.number}: was not sent. Run the command again.`
  if (!outcome.ok) return `line ${line.number}: ${outcome.error}`
  const { address, owner_id: owner } = outcome.wallet
  return `line ${line.number}: ${address}  ${owner ?? 'waits for the first login of its owner'}`
}

/**
 * Asks to what keys are encrypted, and whether the signer itself says so: a server that was taken over would name a key of its own.
 * @param identity of the signer with this server's master key
 */
async function beginBatch(server: Server, identity: string, origin: string) {
  const issued = await post(server, '/wallets/import/key', undefined, batchKeyResponse)
  const { import_id: importId, encryption_public_key: recipient, signature } = issued
  const nobody = { userId: null, chainType: null, address: null }
  const statement = {
    kind: 'import-key',
    origin,
    appId: server.appId,
    importId,
    ...nobody,
    recipient,
  } as const
  if (await isStatementOf(identity, statement, signature)) return { importId, recipient }
  throw new CommandError(
    'The server did not give a key of the signer with this master key. Nothing was sent. Look at the address of the server and at the master key.',
  )
}

/** @throws CommandError with the server's own sentence */
async function post<Body>(
  { url, appId, secret }: Server,
  path: string,
  body: unknown,
  schema: $ZodType<Body>,
): Promise<Body> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    redirect: 'error',
    headers: {
      authorization: `Basic ${Buffer.from(`${appId}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CommandError(`The server at ${url} does not answer. Name its address with --url.`)
  })
  const answer: unknown = await response.json().catch(() => null)
  const parsed = response.ok ? safeParse(schema, answer) : null
  if (parsed?.success) return parsed.data
  const told = (answer as { error?: unknown } | null)?.error
  throw new CommandError(
    typeof told === 'string' ? told : `The server at ${url} answered ${response.status}.`,
  )
}
