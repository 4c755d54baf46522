import { type AppConfig, appConfig } from '@vitrine/shared/config/app-config.ts'
import type { ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'

export interface ServerConfig {
  /** The server's config, or defaults under the app's own name and id. */
  current(): AppConfig
  /** Asks the server when there are only defaults. @returns whether `current` has changed */
  load(): Promise<boolean>
}

/** Well within the 15 s that the page waits for `hello` (host-sdk `HANDSHAKE_LIMIT_MS`): the defaults must still reach it. */
const READ_LIMIT_MS = 5_000

/**
 * The config that the server inlined. When it cannot be read the defaults stand in, a warning says so, and each later
 * `load` asks again (specification §4).
 */
export function createServerConfig(
  inlined: ReadFrameBoot['app'],
  read: (answer: typeof appConfig, signal: AbortSignal) => Promise<AppConfig>,
  warn: (message: string) => void,
): ServerConfig {
  const parsed = appConfig.safeParse(inlined)
  let isLoaded = parsed.success
  let current = parsed.success ? parsed.data : defaultsFor(inlined)
  let loading: Promise<boolean> | undefined

  const load = async () => {
    try {
      current = await read(appConfig, AbortSignal.timeout(READ_LIMIT_MS))
      isLoaded = true
    } catch {
      warn('The app’s config could not be had from the wallet server, so defaults are used for now.')
    }
    return isLoaded
  }
  return {
    current: () => current,
    async load() {
      if (isLoaded) return false
      loading ??= load().finally(() => {
        loading = undefined
      })
      return loading
    },
  }
}

const defaultsFor = ({ id, name, allowed_domains }: ReadFrameBoot['app']): AppConfig =>
  appConfig.parse({ id, name, allowed_domains, data_classification: 'public', verification_key: '' })
