import { readFile } from 'node:fs/promises'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { BATCH_SIZE } from '@vitrine/shared/wallet/batch-import.ts'
import { type Command, CommandError, verb } from './command.ts'
import { checkSecret } from './provider-secret.ts'
import { recorded } from './recorded.ts'
import { type Backend, sendBatch } from './send-batch.ts'
import { type BroughtWallet, readWalletLine } from './wallet-file.ts'

/**
 * `wallets import`: brings the keys of an app's people from another provider. It asks the running server as the app's backend does,
 * and encrypts each key for the signer, by the identity that the master key gives. A key is never printed.
 */
export const walletsCommand: Command = {
  does: 'keys that people had elsewhere',
  verbs: {
    import: verb({
      does: 'brings the keys of an app’s people from another provider',
      more: 'Asks the running server, as the app’s backend does. Asks for the app secret, or reads it from standard input. A line of the file is {"owner", "chain_type", "private_key"}, or has "mnemonic" and "index".',
      effect: 'changes',
      app: 'any',
      parameters: { file: { label: 'file.jsonl', says: 'a line for each wallet' } },
      json: '{"imported", "waiting", "failed", "lines": [{"line", "address", "status", "error"}]}',
      examples: ['wallets import app_1 wallets.jsonl < app-secret.txt'],
      async run(call) {
        const { app, tools, isJson } = call
        const { file } = call.args
        const text = await readFile(file, 'utf8').catch(() => {
          throw new CommandError(`The file ${file} cannot be read.`)
        })
        const { identity } = await (await tools.signer()).readPublicKeys({})
        const secret = checkSecret(await tools.readSecret(`App secret of ${app.id}: `))
        const backend = { origin: tools.origin, appId: app.id, secret, identity }
        const lines: Told[] = []
        const print = tools.print ?? (line => process.stdout.write(`${line}\n`))
        const counts = await importLines(backend, text.split('\n'), it => {
          lines.push(it)
          if (!isJson)
            print(`${it.line}  ${it.address}  ${it.error === null ? it.status : `failed: ${it.error}`}`)
        })
        const { imported, waiting, failed } = counts
        const told = { type: 'wallets.imported', data: { count: imported + waiting } } as const
        await recorded(call, async () => undefined, told)
        const sum = `${imported} imported, ${waiting} waiting for a first login, ${failed} failed.`
        const json = { ...counts, lines }
        if (failed === 0) return { text: sum, json }
        if (isJson) print(JSON.stringify(json, null, 2))
        throw new CommandError(`${sum} Correct those lines, and run the command again.`)
      },
    }),
  },
}

/** What became of a line of the file. */
interface Told {
  readonly line: number
  readonly address: string
  readonly status: 'imported' | 'waiting' | 'failed'
  readonly error: string | null
}

interface Read {
  readonly number: number
  readonly wallet: BroughtWallet
}

/** Sends lines in batches, and tells of each. @returns how many came to what. */
async function importLines(backend: Backend, lines: readonly string[], tell: (told: Told) => void) {
  const counts = { imported: 0, waiting: 0, failed: 0 }
  const fail = (number: number, address: string, why: string) => {
    counts.failed++
    tell({ line: number, address, status: 'failed', error: why })
  }
  const send = async (batch: readonly Read[]) => {
    const results = await sendBatch(
      backend,
      batch.map(({ wallet }) => wallet),
    ).catch(error => told(error))
    for (const [at, { number, wallet }] of batch.entries()) {
      const result = typeof results === 'string' ? { ok: false as const, error: results } : results[at]
      if (!result?.ok) {
        fail(number, wallet.address, result?.error ?? 'The server did not say.')
        continue
      }
      counts[result.status]++
      tell({ line: number, address: wallet.address, status: result.status, error: null })
    }
  }

  let batch: Read[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    try {
      batch.push({ number: at + 1, wallet: readWalletLine(line) })
    } catch (error) {
      fail(at + 1, '-', told(error))
    }
    if (batch.length < BATCH_SIZE) continue
    await send(batch)
    batch = []
  }
  if (batch.length > 0) await send(batch)
  return counts
}

/** Of other errors nothing is told: they may quote what they were about. */
const told = (error: unknown): string =>
  error instanceof CommandError || error instanceof VitrineError
    ? error.message
    : 'It could not be done. Run the command again.'
