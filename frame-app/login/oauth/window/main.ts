/**
 * The window in which a login at another company begins: a document of the wallet origin at the top level. It says where it
 * leads, and goes there. See `start.ts` for what it goes by, `callback.ts` for where it comes back.
 */
import '../../../core/no-generated-code.ts'
import '../../../ui/tokens.css'
import { startRequest, startResponse } from '@vitrine/shared/api/oauth-flow.ts'
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { frameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { readWay } from '@vitrine/shared/login/registry.ts'
import { showWindowPage } from '../../../login-method/window-page.ts'
import { providerOf } from '../../../oauth-flow/provider.ts'
import { createSignerIdentity } from '../../../session/signer-identity.ts'
import { bringLaterWords, speak } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import { cloudName } from './clouds.ts'
import { STATELESS_CLOUD } from './find-flow.ts'
import { noteStateHere, remember } from './memory.ts'
import { pause, post } from './post.ts'
import { findStart, type Start } from './start.ts'

async function start(root: HTMLElement): Promise<void> {
  const boot = frameBoot.parse(JSON.parse(document.getElementById('vitrine-boot')?.textContent ?? ''))
  const app = appConfig.parse(boot.app)
  const fragment = location.hash.slice(1)
  // Of no use to who looks at the screen or the history.
  history.replaceState(null, '', location.pathname)
  const page = showWindowPage(root, app, app.name)
  const found = await findStart({
    boot,
    fragment,
    pause,
    now: () => performance.now(),
    ask: flowId => post(app.id, '/oauth_flows/start', startRequest.parse({ flow_id: flowId }), startResponse),
    signer: createSignerIdentity(location.origin, boot.signer),
    remember(state, flow) {
      remember(localStorage, state, flow)
      if (flow.provider === STATELESS_CLOUD) noteStateHere(sessionStorage, state)
    },
    onKnown({ provider, url }) {
      const cloud = cloudName(provider)
      const name = cloud ?? providerOf(readWay(provider) ?? { method: 'oauth', provider }, app).name
      page.title(say('social.going', { provider: name }))
      const { host } = new URL(url)
      page.say(say(cloud === null ? 'social.leads' : 'social.leadsToCloud', { app: app.name, host }))
    },
  })
  if ('go' in found) location.replace(found.go)
  else page.end(WORDS[found.refused](app.name))
}

const WORDS: Record<Extract<Start, { refused: string }>['refused'], (app: string) => string> = {
  lost: () => say('social.lost'),
  'not-started': app => say('social.notStarted', { app }),
  'not-signed': app => say('social.notSigned', { app }),
}

const speaking = speak({ tags: navigator.languages, overrides: {} }, document.documentElement)
void Promise.all([speaking, bringLaterWords()]).then(() =>
  start(document.getElementById('root') ?? document.body),
)
