import { settleRestored } from '../backup/after-restore.ts'
import { BackupError } from '../backup/format.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { type Command, CommandError } from './command.ts'

/**
 * `restore <file>` puts back what `backup` wrote. `restore` alone is for a database that something else has put back, as
 * `pg_restore`: see `settleRestored`, which both do.
 */
export const restoreCommand: Command = {
  usage: [
    'restore <file>               (what `backup` wrote, onto a database without apps and users)',
    'restore                      (after a backup was put back by other means, before the server starts)',
  ],
  // It makes the tables as the backup has them.
  takesAsItIs: file => file !== undefined,
  async run(db, file, { id }, tools) {
    if (id !== undefined) return null
    if (file === undefined) return (await db.transaction(settleRestored)).join('\n')
    const masterKeyIds = (await tools.masterKeyIds?.()) ?? null
    try {
      const now = tools.now?.() ?? Date.now()
      const { header, rows, lines } = await restoreBackup(db, file, { masterKeyIds, now, tell: tools.tell })
      return [
        `Restored        ${rows.toLocaleString('en')} rows of ${header.createdAt}, by Vitrine ${header.version}`,
        `Master key      ${keyLine(header.masterKeyId, masterKeyIds)}`,
        ...lines,
      ].join('\n')
    } catch (error) {
      throw error instanceof BackupError ? new CommandError(error.message) : error
    }
  },
}

function keyLine(needed: string | null, given: readonly string[] | null): string {
  if (needed === null) return 'any: nothing is sealed in this backup'
  return given === null
    ? `${needed}. None was given here to compare it with: the server does not start with another one`
    : `${needed}, as given`
}
