import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Settings, SettingsError } from './settings.ts'

const KEY_BYTES = 32

/**
 * The 32-byte key that protects every wallet. Called by the supervisor alone; the API process never gets it.
 * A development server makes its own once, in `<data dir>/master-key`; production takes `VITRINE_MASTER_KEY` only.
 * @throws SettingsError
 */
export function readMasterKey(
  env: Readonly<Record<string, string | undefined>>,
  settings: Pick<Settings, 'development' | 'dataDir'>,
): Buffer {
  const given = env.VITRINE_MASTER_KEY
  const file = join(settings.dataDir, 'master-key')
  if (settings.development) return given ? decode(given) : readOrMake(file)
  if (!given) {
    throw new SettingsError(
      'VITRINE_MASTER_KEY is not set. Make one with `openssl rand -hex 32`, keep it in a secret store and back it up: without it no wallet can be opened.',
    )
  }
  const key = decode(given)
  // A key that has lain in a working copy is not a production secret.
  if (existsSync(file) && decode(readFileSync(file, 'utf8').trim()).equals(key)) {
    throw new SettingsError(
      `VITRINE_MASTER_KEY is the key that the development server made (${file}). Make another with \`openssl rand -hex 32\`.`,
    )
  }
  return key
}

function decode(text: string): Buffer {
  const key = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url')
  if (key.length !== KEY_BYTES || !/^[\w-]+=?$/.test(text)) {
    throw new SettingsError(
      'VITRINE_MASTER_KEY must be 32 bytes, as 64 hex digits or 43 characters of base64url.',
    )
  }
  return key
}

function readOrMake(file: string): Buffer {
  if (!existsSync(file)) {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o711 })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flush: true })
    // `link` refuses to replace: of two first starts at once, both use the key of the first.
    try {
      linkSync(draft, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(draft)
    }
  }
  return decode(readFileSync(file, 'utf8').trim())
}
