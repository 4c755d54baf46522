import { useEffect } from 'react'
import { readBrowser } from '../login-method/browser.ts'
import type { MethodCardProps } from '../login-method/card-method.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { InAppNote } from './in-app-note.tsx'
import { readReturn } from './oauth-keys.ts'
import { OauthScreen } from './oauth-screen.tsx'
import type { OauthWindow } from './oauth-window.ts'
import { providerOf, refusesInApp } from './provider.ts'
import { startOauthLogin } from './start-flow.ts'

export interface OauthCardProps extends MethodCardProps {
  /** Opened in the press that opened the card; `null`: there was none, for the page is back, or goes itself. */
  readonly opened: OauthWindow | null
}

/** Logs in with an account at another company. */
export function OauthCard({ context, opened, onBack, onClose }: OauthCardProps) {
  const { kernel, request, way, onAuthenticated } = context
  const provider = providerOf(way, kernel.app)
  const { name } = provider
  const isRefused = readBrowser().isInApp && refusesInApp(provider)
  const [state, flow] = useFlow(() => {
    const flow = startOauthLogin(kernel, way, request.options.disableSignup ?? false)
    if (isRefused) return flow
    const back = request.returned && readReturn(kernel, request.returned)
    if (back) flow.send({ type: 'resume', keys: back.keys, answer: back.answer })
    else flow.send(opened ? { type: 'start', window: opened } : { type: 'leave' })
    return flow
  })
  useEffect(() => {
    if (state.status === 'done') onAuthenticated(state.result)
  }, [state, onAuthenticated])

  return (
    <OauthScreen
      finishing={say('social.finishing')}
      flow={flow}
      onBack={onBack}
      onClose={onClose}
      sentence={say('login.intro', { app: kernel.app.name })}
      start={() => <InAppNote provider={name} />}
      title={say('oauth.row', { provider: name })}
      way={way}
    />
  )
}
