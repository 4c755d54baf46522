import type { ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { colorSchemeOf } from '../config/color-scheme.ts'
import { lazily } from '../core/lazy.ts'
import type { Shows } from '../requests/context.ts'
import { login } from '../requests/login/request.ts'
import { createQueue, type ScreenQueue } from '../requests/queue.ts'
import type { Kind } from '../requests/registry.ts'
import type { KernelExternal } from './external.ts'
import type { LiveConfig } from './live-config.ts'
import type { Notices } from './notices.ts'
import type { KernelSession } from './session.ts'
import type { Waiting } from './waiting/waiting.ts'

export interface ScreensParts {
  readonly boot: ReadFrameBoot
  readonly config: LiveConfig
  readonly notices: Notices
  readonly outcome: KernelSession['outcome']
  readonly connected: KernelExternal['connected']
  /** BCP 47 tag of the site's choice; `null`: the browser's languages count. */
  locale(): string | null
  /** Brings the screen's code. */
  load(kind: Kind): Promise<void>
  /** Whether a request of this kind shows at once. */
  isHere(kind: Kind): boolean
  /** What is drawn until then; `null`: it did not come. */
  readonly waiting: Promise<Waiting | null>
}

/** The dialog: whose turn it is, and what the page's shell shows of it. */
export interface KernelScreens extends Shows {
  readonly queue: ScreenQueue
}

export function createKernelScreens(parts: ScreensParts): KernelScreens {
  const { boot, config, notices, outcome } = parts
  const { appearance } = config
  let meanwhile: ReturnType<Waiting['createMeanwhile']> | undefined
  const queue = createQueue({
    title: kind => meanwhile?.title(kind) ?? boot.app.name,
    load: parts.load,
    isHere: parts.isHere,
    meanwhile: () => meanwhile,
    notifyShell(open, title, kind) {
      const shell = { open, title, colorScheme: colorSchemeOf(appearance.get().theme) }
      notices.send({ type: 'shell', ...shell, ...meanwhile?.inline(shell, kind) })
    },
    loginOutcome: outcome,
  })
  // Without it a dialog opens when its screen is there.
  void parts.waiting.then(code => {
    meanwhile = code?.createMeanwhile(parts)
    queue.refresh()
  })
  // Nobody needs the kinds of a session's requests before there is one.
  const loadKinds = lazily(() => import('../requests/showable-kind.ts'))
  return {
    queue,
    async show(request, place) {
      if (request.kind === 'login') return queue.show(login as never, request, place)
      const { showableKind } = await loadKinds()
      const present = { user: outcome()?.user, connected: parts.connected.get() }
      return queue.show(showableKind(request as never, present), request, place)
    },
  }
}
