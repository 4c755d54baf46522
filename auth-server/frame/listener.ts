import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { SignerKeys } from '@vitrine/shared/config/frame-boot.ts'
import { isCaptchaHost } from '../captcha/widget-origin.ts'
import type { Settings } from '../settings.ts'
import { answerLogged } from './answered.ts'
import { type ApiAddress, answerStopping, forward, isForApi, isReadiness } from './forward.ts'
import { readConfig } from './read-config.ts'
import { createFrameServer } from './server.ts'

/** Only reads the path of a request. */
const BASE = 'http://localhost'

/**
 * What the wallet origin's port answers: the frame server's own, and by `forward.ts` what is the API process's.
 * @param isStopping the server was told to stop: it answers all the same, and that it is not ready
 */
export function createFrameListener(
  settings: Settings,
  captchaScript: string,
  signerKeys: SignerKeys,
  api: ApiAddress,
  isStopping: () => boolean = () => false,
): RequestListener {
  const { development, origin } = settings
  const { fetch } = createFrameServer({
    settings,
    captchaScript,
    signerKeys,
    readConfig: id => readConfig(api, id),
  })
  const serve = getRequestListener(fetch)
  const answer: RequestListener = (incoming, outgoing) => {
    const url = incoming.url ?? ''
    const { pathname, search } = URL.canParse(url, BASE) ? new URL(url, BASE) : { pathname: '/', search: '' }
    // There a vendor's script has an origin: it finds no API.
    if (!isCaptchaHost(settings, incoming.headers.host) && isForApi(pathname, development)) {
      if (isStopping() && isReadiness(pathname)) return answerStopping(outgoing)
      return forward(api, `${pathname}${search}`, incoming, outgoing, origin)
    }
    return serve(incoming, outgoing)
  }
  return (incoming, outgoing) => answerLogged(settings, incoming, outgoing, () => answer(incoming, outgoing))
}
