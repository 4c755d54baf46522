import { recordOperation } from '../audit/record-operation.ts'
import { BackupError } from '../backup/format.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { type Command, CommandError } from './command.ts'

/** The first release whose audit knows of operators. */
const AUDITED_SINCE = '0039_operations.sql'

/** `backup <file>`: everything that a new database needs, in one file. Servers may run meanwhile. */
export const backupCommand: Command = {
  usage: ['backup <file>                (servers may go on; the master key is not in it)'],
  // A backup before an upgrade is taken by the new release too, and must not be the upgrade.
  takesAsItIs: () => true,
  async run(db, file, { id }, tools) {
    if (file === undefined || id !== undefined) return null
    const now = tools.now?.() ?? Date.now()
    try {
      const { header, rows, bytes } = await writeBackup(db, file, { now, tell: tools.tell })
      if (header.migrations.includes(AUDITED_SINCE))
        await recordOperation(db, now, {
          ...{ type: 'backup.taken', actor: 'command', appId: null },
          data: { count: rows },
        })
      return [
        `Backed up       ${rows.toLocaleString('en')} rows, ${Math.ceil(bytes / 1024).toLocaleString('en')} kB, to ${file}`,
        `Master key      ${header.masterKeyId ?? 'none: nothing is sealed yet'}${header.masterKeyId ? ', which is not in the file: keep it apart' : ''}`,
      ].join('\n')
    } catch (error) {
      throw error instanceof BackupError ? new CommandError(error.message) : error
    }
  },
}
