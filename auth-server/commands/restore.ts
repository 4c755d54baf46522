import { settleRestored } from '../backup/after-restore.ts'
import { BackupError } from '../backup/format.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { type Answer, type Call, type Command, CommandError, Refusal, verb } from './command.ts'
import { recorded } from './recorded.ts'

export const restoreCommand: Command = {
  does: 'puts a backup back, or settles a database that was put back by other means',
  verbs: {
    '': verb({
      does: 'puts back what `backup` wrote, onto a database without apps and users',
      more: 'Without a file it does the second half alone, for a database that something else has put back, as pg_restore: run it once, before the server starts. Every session ends, and codes and links that were out are gone. With a file all is done or nothing: the file is checked before, and an older one is brought up to date. The server is stopped meanwhile.',
      effect: 'destroys',
      parameters: { file: { says: 'what `backup` wrote', isOptional: true } },
      json: '{"sessions_ended", "denylists": [{"app_id", "entries", "newest"}], "restored_month"}, and with a file {"rows", "created_at", "version", "master_key_id"}',
      examples: ['restore vitrine-2026-11-26.backup', 'restore'],
      // The file makes the tables, as its release had them.
      takesAsItIs: ({ file }) => file !== undefined,
      // Onto an empty database there is nothing to lose.
      ask: ({ args }) =>
        args.file === undefined ? { what: 'Everybody is logged out, of every app.' } : 'harmless',
      run: call => {
        const { file } = call.args
        return file === undefined
          ? recorded(call, settleRestored, { type: 'database.restored' })
          : restoreFile(file, call)
      },
    }),
  },
}

async function restoreFile(
  file: string,
  { db, tools, now }: Pick<Call, 'db' | 'tools' | 'now'>,
): Promise<Answer> {
  const masterKeyIds = (await tools.masterKeyIds?.()) ?? null
  try {
    const { header, rows, settled } = await restoreBackup(db, file, { masterKeyIds, now, tell: tools.tell })
    const text = [
      `Restored        ${rows.toLocaleString('en')} rows of ${header.createdAt}, by Vitrine ${header.version}`,
      `Master key      ${keyLine(header.masterKeyId, masterKeyIds)}`,
      settled.text,
    ].join('\n')
    const { createdAt: created_at, version, masterKeyId: master_key_id } = header
    return { text, json: { ...settled.json, rows, created_at, version, master_key_id } }
  } catch (error) {
    throw error instanceof BackupError ? told(error) : error
  }
}

function keyLine(needed: string | null, given: readonly string[] | null): string {
  if (needed === null) return 'any: nothing is sealed in this backup'
  return given === null
    ? `${needed}. None was given here to compare it with: the server does not start with another one`
    : `${needed}, as given`
}

/** As a command ends with it. */
export const told = ({ message, isRefusal }: BackupError): CommandError =>
  isRefusal ? new Refusal(message) : new CommandError(message)
