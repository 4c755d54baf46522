import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { frameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type * as z from 'zod/mini'
import { listen } from '../window/listen.ts'
import { bringLaterWords, speak } from '../words/language.ts'
import { say } from '../words/say.ts'
import { showWindowPage, type WindowPage } from './window-page.ts'

/** After this long without a task the user reads that there is none yet. One that comes later still counts. */
const FRAME_LIMIT_MS = 30_000
/** The frame closes the window as soon as it has the response. */
const CLOSE_LIMIT_MS = 3_000

export interface CeremonyPage<Task> {
  readonly toWindow: z.ZodMiniType<Task>
  /** Says that the window is there. */
  readonly ready: object
  /** What it is for, where that is more than the use of a passkey; the button's name. */
  words(task: Task): { readonly title?: string; readonly press: string }
  /** @returns what the frame is told @throws VitrineError with words for a person */
  run(task: Task, app: AppConfig): Promise<object>
}

/**
 * A window of the wallet origin at the top level, opened by the frame in a person's click. It does one ceremony for the frame
 * that opened it, after a click of its own, and the frame closes it.
 *
 *  - It takes its task from its opener alone, and only when that is a document of this very origin.
 *  - It has no session and no token; what comes of its task it gives to that document alone.
 */
export function startCeremonyPage<Task extends { readonly site: string }>(parts: CeremonyPage<Task>): void {
  const speaking = speak({ tags: navigator.languages, overrides: {} }, document.documentElement)
  void Promise.all([speaking, bringLaterWords()]).then(() =>
    start(document.getElementById('root') ?? document.body, parts),
  )
}

function start<Task extends { readonly site: string }>(root: HTMLElement, parts: CeremonyPage<Task>): void {
  const boot = frameBoot.parse(JSON.parse(document.getElementById('vitrine-boot')?.textContent ?? ''))
  const app = appConfig.parse(boot.app)
  const page = showWindowPage(root, app, say('passkey.title'))
  const frame: Window | null = window.opener
  if (frame === null) page.end(say('passkey.windowLost'))
  else attendFrame(page, frame, app, parts)
}

/** Takes the task from the frame and performs it. Silence says nothing of the frame: it may be slow, or be loaded again. */
export function attendFrame<Task extends { readonly site: string }>(
  page: WindowPage,
  frame: Window,
  app: AppConfig,
  { toWindow, ready, words, run }: CeremonyPage<Task>,
): void {
  const unseen = () => page.fail(say('passkey.windowUnseen'))
  const silent = setTimeout(unseen, FRAME_LIMIT_MS)
  const tell = (message: object) => frame.postMessage(message, location.origin)
  const stop = listen(window, frame, toWindow, task => {
    stop()
    clearTimeout(silent)
    page.fail('')
    const { title, press } = words(task)
    if (title !== undefined) page.title(title)
    page.say(say('passkey.windowSentence', { site: new URL(task.site).host }))
    page.offer(press, () => perform(task))
  })
  const perform = async (task: Task) => {
    // Nobody is there to take what the person would do.
    if (frame.closed) return page.end(say('passkey.windowLost'))
    try {
      tell(await run(task, app))
    } catch (error) {
      return page.fail(error instanceof VitrineError ? error.message : say('passkey.failed'))
    }
    setTimeout(unseen, CLOSE_LIMIT_MS)
    // The button stays off: a second passkey would be made by a second press.
    await new Promise(() => {})
  }
  tell(ready)
}
