import type { Appearance } from '@vitrine/frame-app/config/appearance.ts'
import type { EffectiveConfig } from '@vitrine/frame-app/config/effective.ts'
import { createStore } from '@vitrine/frame-app/core/store.ts'
import type { ScreenRequest } from '@vitrine/frame-app/requests/registry.ts'
import type { KeptText, Kernel } from '@vitrine/frame-app/ui/kernel-context.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'

export interface InertKernel extends Kernel {
  /** Draws another config. The landing stays where only its looks changed. */
  take(app: AppConfig, config: EffectiveConfig): void
}

const refuse = (): never => {
  throw clientError('service_unavailable', 'This is a preview: nobody is logged in by it.')
}
const refuseLater = async (): Promise<never> => refuse()
const nothing: KeptText = { read: () => null, write() {} }

/** A kernel with the app's config and with nothing behind it: each call is refused in a sentence. */
export function createInertKernel(first: AppConfig, firstConfig: EffectiveConfig): InertKernel {
  let app = first
  const config = createStore(firstConfig)
  const appearance = createStore<Appearance>(firstConfig.appearance)
  let count = 0
  const landing = (): ScreenRequest => ({ id: `preview-${count++}`, kind: 'login', options: {} })
  const current = createStore<ScreenRequest | null>(landing())
  // Whatever ends the dialog opens it anew: there is always one to look at.
  const again = () => current.set(landing())
  const calls = new Proxy({} as Kernel['operations']['calls'], {
    get: (_target, name) => {
      if (name === 'captchaToken') return async () => undefined
      // The code's screen can be looked at: no code was sent.
      if (name === 'postProven') return agree
      return refuseLater
    },
  })
  const operations = new Proxy({} as Kernel['operations'], {
    get: (_target, name) => (name === 'calls' ? calls : refuseLater),
  })
  return {
    get app() {
      return app
    },
    config,
    appearance,
    hostOrigin: 'https://your-site.example',
    locale: () => null,
    lastLogin: () => null,
    greeting: nothing,
    keptBy: () => nothing,
    recipients: nothing,
    keptOfUser: () => nothing,
    lastMfa: nothing,
    session: createStore({ status: 'anonymous' as const }),
    screens: {
      current,
      isAwaited: createStore(false),
      countCalls: () => 0,
      resolve: again,
      dismiss: again,
      reject: again,
      fail: again,
      setTitle() {},
    },
    askSite: async () => undefined,
    navigate: refuseLater,
    captcha: createStore([]),
    tellFlow() {},
    operations,
    externalWallets: refuseLater,
    connected: createStore({ wallets: [], active: null }),
    ethereum: refuseLater,
    solana: refuseLater,
    take(nextApp, next) {
      // Which ways there are is decided when the landing opens.
      const isOther = ways(app, config.get()) !== ways(nextApp, next)
      app = nextApp
      config.set(next)
      appearance.set(next.appearance)
      if (isOther) again()
    },
  }
}

const ways = ({ name }: AppConfig, { login, appearance, ...rest }: EffectiveConfig): string =>
  JSON.stringify([name, login, rest])

const agree: Kernel['operations']['calls']['postProven'] = async (_path, _body, answer) => {
  const read = answer.safeParse({ success: true })
  return read.success ? read.data : refuse()
}
