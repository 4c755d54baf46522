/**
 * The operator's console (docs/console.md): a page of an origin of its own, with the session of an operator. It speaks the API alone,
 * and shows what people wrote as text, never as markup.
 */
import '@vitrine/frame-app/ui/tokens.css'
import './ui/console.css'
import { loadFont } from '@vitrine/frame-app/ui/font.ts'
import { createDeviceKeyStore } from '@vitrine/frame-app/vault/device-key.ts'
import { proveRequest } from '@vitrine/frame-app/vault/dpop-proof.ts'
import { ENROLMENT_PATH } from '@vitrine/shared/api/console/calls.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createClient } from './http/client.ts'
import { RouterContext } from './router/link.tsx'
import { createRouter } from './router/router.ts'
import { askPasskey, createPasskey } from './session/ceremony.ts'
import { confirmBy } from './session/confirm.ts'
import { ConsoleContext } from './session/console-context.ts'
import { createSession } from './session/session.ts'
import { followScheme } from './ui/color-scheme.ts'

followScheme()
loadFont()

// The token leaves the address before anything else: neither the history nor a screenshot has it then.
const isEnrolment = location.pathname === ENROLMENT_PATH
const enrolmentToken = isEnrolment ? location.hash.slice(1) || null : null
if (isEnrolment) history.replaceState(history.state, '', ENROLMENT_PATH)

// A key of the console's own origin, which no script can read: in memory where the browser keeps nothing.
const deviceKey = createDeviceKeyStore('console')
const send = createClient({
  fetch: (url, init) => fetch(url, init),
  origin: location.origin,
  prove: async request => proveRequest(await deviceKey.obtain(), request),
  now: Date.now,
  onSessionEnd: () => session.end(),
  onUse: () => session.use(),
})
const passkeys = { create: createPasskey, use: askPasskey }
const session = createSession({
  send,
  passkeys,
  now: Date.now,
  onOtherOperator: () => location.assign('/'),
})
const router = createRouter(window)
const kept = new Map<string, unknown>()
session.state.subscribe(() => {
  if (session.state.get().status === 'anonymous') kept.clear()
})
const root = document.getElementById('root')
if (!root) throw new TypeError('The document has no root')
if (!isEnrolment) void session.check()
createRoot(root).render(
  <RouterContext value={router}>
    <ConsoleContext value={{ send, session, kept, confirm: what => confirmBy(send, passkeys, what) }}>
      <App enrolmentToken={enrolmentToken} />
    </ConsoleContext>
  </RouterContext>,
)
