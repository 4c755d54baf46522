/**
 * The passkey window: a document of the wallet origin at the top level, opened by the frame in a person's click. It does
 * one ceremony for the frame that opened it, after a click of its own, and closes.
 *
 *  - It takes its task from its opener alone, and only when that is a document of this very origin.
 *  - It has no session, no token and no key: what it gives back is an answer to the frame's challenge.
 */
import '../../../core/no-generated-code.ts'
import '../../../ui/tokens.css'
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { frameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { showWindowPage } from '../../../login-method/window-page.ts'
import { listen } from '../../../window/listen.ts'
import { bringLaterWords, speak } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import { runCeremony } from '../ceremony.ts'
import { type ToFrame, type ToWindow, toWindow } from '../window-messages.ts'

/** After this long without a word from the frame, there is none. */
const FRAME_LIMIT_MS = 30_000

function start(root: HTMLElement): void {
  const boot = frameBoot.parse(JSON.parse(document.getElementById('vitrine-boot')?.textContent ?? ''))
  const page = showWindowPage(root, appConfig.parse(boot.app), say('passkey.title'))
  const frame: Window | null = window.opener
  const end = () => page.end(say('passkey.windowLost'))
  if (frame === null) {
    end()
    return
  }
  const lost = setTimeout(() => {
    stop()
    end()
  }, FRAME_LIMIT_MS)
  const tell = (message: ToFrame) => frame.postMessage(message, location.origin)
  const stop = listen(window, frame, toWindow, task => {
    stop()
    clearTimeout(lost)
    page.say(say('passkey.windowSentence', { site: new URL(task.site).host }))
    page.offer(say(task.ceremony.kind === 'create' ? 'passkey.signUp' : 'passkey.logIn'), () => run(task))
  })
  const run = async ({ ceremony }: ToWindow) => {
    // Nobody is there to take what the person would do.
    if (frame.closed) {
      end()
      return
    }
    try {
      const response = await runCeremony(ceremony, new AbortController().signal)
      tell({ to: 'vitrine:passkey-frame', event: 'response', response })
    } catch (error) {
      page.fail(error instanceof VitrineError ? error.message : say('passkey.failed'))
    }
  }
  tell({ to: 'vitrine:passkey-frame', event: 'ready' })
}

const speaking = speak({ tags: navigator.languages, overrides: {} }, document.documentElement)
void Promise.all([speaking, bringLaterWords()]).then(() =>
  start(document.getElementById('root') ?? document.body),
)
