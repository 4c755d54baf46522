import { recordOperation } from '../audit/record-operation.ts'
import { BackupError } from '../backup/format.ts'
import { type Written, writeBackup } from '../backup/write-backup.ts'
import { type Answer, type Command, verb } from './command.ts'
import { told } from './restore.ts'

/** The first release whose audit knows of operators. */
const AUDITED_SINCE = '0039_operations.sql'

export const backupCommand: Command = {
  does: 'writes all that is in the database into one file',
  verbs: {
    '': verb({
      does: 'writes all that a new database needs into one file, for `restore`',
      more: 'Servers go on meanwhile: all of it is of one moment. The master key is not in the file, and nothing that is sealed in it opens without; addresses of people are in it in the clear. No file is replaced.',
      effect: 'changes',
      parameters: { file: { says: 'a new file, which its owner alone can read' } },
      json: '{"file", "rows", "bytes", "master_key_id"}',
      examples: ['backup vitrine-2026-11-26.backup'],
      // A backup before an upgrade is taken by the new release too, and must not be the upgrade.
      takesAsItIs: () => true,
      async run({ db, args: { file }, tools, now }) {
        try {
          const written = await writeBackup(db, file, { now, tell: tools.tell })
          if (written.header.migrations.includes(AUDITED_SINCE))
            await recordOperation(db, now, {
              ...{ type: 'backup.taken', actor: 'command', appId: null },
              data: { count: written.rows },
            })
          return describe(file, written)
        } catch (error) {
          throw error instanceof BackupError ? told(error) : error
        }
      },
    }),
  },
}

function describe(file: string, { header: { masterKeyId }, rows, bytes }: Written): Answer {
  const key =
    masterKeyId === null
      ? 'none: nothing is sealed yet'
      : `${masterKeyId}, which is not in the file: keep it apart`
  const text = [
    `Backed up       ${rows.toLocaleString('en')} rows, ${Math.ceil(bytes / 1024).toLocaleString('en')} kB, to ${file}`,
    `Master key      ${key}`,
  ].join('\n')
  return { text, json: { file, rows, bytes, master_key_id: masterKeyId } }
}
