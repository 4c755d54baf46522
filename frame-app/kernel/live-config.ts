import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Appearance } from '../config/appearance.ts'
import type { EffectiveConfig } from '../config/effective.ts'
import type { createServerConfig } from '../config/server-config.ts'
import type { ConfigWarning } from '../config/warning.ts'
import { lazily } from '../core/lazy.ts'
import type { ReadableStore } from '../core/store.ts'
import { createStore } from '../core/store.ts'

export interface LiveConfig {
  /** The server's config, or the defaults, less what the page has turned off for good. */
  app(): AppConfig
  readonly current: ReadableStore<EffectiveConfig>
  readonly appearance: ReadableStore<Appearance>
  /** Settles with the first options that hold; there is no config before it. */
  readonly configured: Promise<void>
  /**
   * Takes the page's options.
   * @param given names of what it gave beside them
   * @throws VitrineError `configuration_error` with the rule's sentence, after its warnings are told; the config before stays
   */
  configure(options: unknown, given?: unknown): Promise<readonly ConfigWarning[]>
  /** Asks the server for its config when there are only defaults, and merges anew when it comes. */
  load(): Promise<void>
}

type Parts = Parameters<typeof createServerConfig>

/** The effective config as it changes: the server's part, the page's part, and both anew when one of them comes late. */
export function createLiveConfig(inlined: ReadFrameBoot['app'], read: Parts[1], warn: Parts[2]): LiveConfig {
  let given: unknown
  let app: AppConfig | undefined
  const current = createStore<EffectiveConfig | null>(null)
  const appearance = createStore(PLAIN)
  let resolveConfigured = () => {}
  const configured = new Promise<void>(resolve => {
    resolveConfigured = resolve
  })

  // The rules come in a file of their own, while the session is restored and the page shakes hands.
  const rules = lazily(async () => {
    const [{ effectiveConfig, explainUnknown }, { createServerConfig }] = await Promise.all([
      import('../config/effective.ts'),
      import('../config/server-config.ts'),
    ])
    return { effectiveConfig, explainUnknown, server: createServerConfig(inlined, read, warn) }
  })
  rules().catch(() => {})

  const merge = async (options: unknown): Promise<readonly ConfigWarning[]> => {
    const loaded = await rules()
    const result = loaded.effectiveConfig(loaded.server.current(), options)
    if (!result.ok) {
      for (const { message } of result.warnings) warn(message)
      throw clientError('configuration_error', result.message)
    }
    given = options
    app = result.app
    current.set(result.config)
    appearance.set(result.config.appearance)
    resolveConfigured()
    return result.warnings
  }
  return {
    app: () => known(app),
    current: { get: () => known(current.get()), subscribe: current.subscribe },
    appearance,
    configured,
    async configure(options, given) {
      const { server, explainUnknown } = await rules()
      await server.load()
      return explainUnknown(await merge(options), given)
    },
    async load() {
      if (await (await rules()).server.load()) await merge(given)
    },
  }
}

/** Until `hello`, when nothing is shown yet. */
const PLAIN: Appearance = {
  theme: 'light',
  accentColor: null,
  logo: null,
  footerLogo: null,
  landingHeader: null,
  loginMessage: null,
  emailDomain: null,
  hideDirectWeb2Inputs: false,
  termsUrl: null,
  privacyUrl: null,
}

function known<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new TypeError('The config comes with hello')
  return value
}
