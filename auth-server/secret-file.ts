import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A random secret as base64url, made at the first call and kept in `file`, which its owner alone can read. */
export function makeOrReadSecret(file: string, bytes: number): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o711 })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${randomBytes(bytes).toString('base64url')}\n`, { mode: 0o600, flush: true })
    // `link` refuses to replace: of two first starts at once, both use the secret of the first.
    try {
      linkSync(draft, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(draft)
    }
  }
  return readFileSync(file, 'utf8').trim()
}
