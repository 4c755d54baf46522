/** The passkey window: what a login or a sign-up asks of the browser, where a frame may not (`startCeremonyPage`). */
import '../../../core/no-generated-code.ts'
import '../../../ui/tokens.css'
import { startCeremonyPage } from '../../../login-method/ceremony-page.ts'
import { say } from '../../../words/say.ts'
import { runCeremony } from '../ceremony.ts'
import { type ToFrame, toWindow } from '../window-messages.ts'

startCeremonyPage({
  toWindow,
  ready: { to: 'vitrine:passkey-frame', event: 'ready' } satisfies ToFrame,
  words: ({ ceremony }) => ({ press: say(ceremony.kind === 'create' ? 'passkey.signUp' : 'passkey.logIn') }),
  async run({ ceremony }): Promise<ToFrame> {
    const response = await runCeremony(ceremony, new AbortController().signal)
    return { to: 'vitrine:passkey-frame', event: 'response', response }
  },
})
