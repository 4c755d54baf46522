/** The window of a recovery passkey: makes or uses it where a frame may not (`startCeremonyPage`). */
import '../../core/no-generated-code.ts'
import '../../ui/tokens.css'
import { startCeremonyPage } from '../../login-method/ceremony-page.ts'
import { say } from '../../words/say.ts'
import { type ToFrame, toWindow } from '../passkey-messages.ts'
import { performTask } from '../passkey-task.ts'

startCeremonyPage({
  toWindow,
  ready: { to: 'vitrine:recovery-frame', event: 'ready' } satisfies ToFrame,
  words: ({ task }) =>
    task.kind === 'create'
      ? { title: say('recovery.passkeyTitle'), press: say('recovery.passkeyCreate') }
      : { title: say('recover.title'), press: say('recover.usePasskey') },
  async run({ task }, app): Promise<ToFrame> {
    const response = await performTask(app, task, new AbortController().signal)
    return { to: 'vitrine:recovery-frame', event: 'response', response }
  },
})
