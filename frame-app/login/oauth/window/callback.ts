/**
 * Where providers come back to: a document of the wallet origin at the top level, of no app. It takes what a browser began
 * alone, seals what the provider said for the signer, and brings it where it belongs.
 */
import '../../../core/no-generated-code.ts'
import '../../../ui/tokens.css'
import { answerRequest, answerResponse, RETURN_PARAMETERS } from '@vitrine/shared/api/oauth-flow.ts'
import { callbackBoot } from '@vitrine/shared/config/frame-boot.ts'
import { showWindowPage } from '../../../login-method/window-page.ts'
import type { ToFrame } from '../../../oauth-flow/window-message.ts'
import { createSignerIdentity } from '../../../session/signer-identity.ts'
import { bringLaterWords, speak } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import { cloudName } from './clouds.ts'
import { findFlow } from './find-flow.ts'
import { pause, post } from './post.ts'
import { type ProviderReturn, readAnswer, readReturned, returnUrl } from './read-answer.ts'

/** Attempts to leave the answer; a person who sees that it fails can try again. */
const ATTEMPTS = 20
const RETRY_MS = 1_500

/** Read and removed before anything else runs: no history and nobody who looks shall have the code. */
const returned = takeReturn()

function takeReturn(): ProviderReturn {
  const { search, hash } = location
  history.replaceState(null, '', location.pathname)
  return readReturned(search, hash)
}

async function start(root: HTMLElement): Promise<void> {
  const boot = callbackBoot.parse(JSON.parse(document.getElementById('vitrine-boot')?.textContent ?? ''))
  const found = findFlow(window, returned)
  const isOfCloud = found !== null && cloudName(found.flow.provider) !== null
  const page = showWindowPage(root, null, say(isOfCloud ? 'social.returningFromCloud' : 'social.returning'))
  if (!found) return page.end(say('social.notThisBrowser'))
  const { state, flow } = found
  const { appId, appName, provider, redirectTo } = flow
  page.say(say('login.intro', { app: appName }))
  const answer = await readAnswer(
    { ...returned, state },
    await createSignerIdentity(location.origin, boot.signer).recipient(),
  )
  if (redirectTo !== null) {
    const { code, state: ofState, provider: ofProvider } = RETURN_PARAMETERS
    location.replace(returnUrl(redirectTo, { [code]: answer, [ofState]: state, [ofProvider]: provider }))
    return
  }
  const message: ToFrame = { to: 'vitrine:oauth-frame', state, answer }
  // The fast way, where neither site nor provider has cut it off. Only a document of this origin can be given it.
  const opener: Window | null = window.opener
  opener?.postMessage(message, location.origin)
  const leave = async () => {
    const body = answerRequest.parse({ state_code: state, answer })
    for (let left = ATTEMPTS; left > 0; left--) {
      try {
        await post(appId, '/oauth_flows/answer', body, answerResponse)
        window.close()
        return page.end(say('social.close', { app: appName }))
      } catch {
        page.say(say(navigator.onLine ? 'wait.noAnswer' : 'wait.offline'))
        await pause(RETRY_MS)
      }
    }
    page.fail(say('social.unsent'))
    page.offer(say('action.tryAgain'), leave)
  }
  await leave()
}

const speaking = speak({ tags: navigator.languages, overrides: {} }, document.documentElement)
void Promise.all([speaking, bringLaterWords()]).then(() =>
  start(document.getElementById('root') ?? document.body),
)
