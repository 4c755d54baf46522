import { closeSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { logNote } from './log.ts'
import type { Settings } from './settings.ts'
import { openGuessFile } from './signer/guess-file.ts'

/**
 * Where the signer's counts of wrong guesses are kept: in the data directory, of the user who started this process alone.
 * @returns `null` where nothing can be written; the operator is told what that means
 */
export function locateGuesses({ dataDir }: Pick<Settings, 'dataDir'>): string | null {
  const path = join(dataDir, 'signer-guesses')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    closeSync(openGuessFile(path))
    return path
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'it failed'
    logNote(
      `${path} cannot be written (${why}), so wrong guesses at login codes are counted anew after each restart of the signer. Give VITRINE_DATA_DIR a folder that can be written.`,
    )
    return null
  }
}
