import { isBrowserSupported, OLDEST_BROWSERS_TEXT } from '@vitrine/shared/bridge/browsers.ts'
import type { FrameAnnouncement, FrameRefusal, RefusalReason } from '@vitrine/shared/bridge/protocol.ts'
import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { configurationError, type VitrineOptions } from './options.ts'

/**
 * What a frame of the app meets in this page. `csp`: the page's own policy keeps it out; `blocked`: an error page of the
 * browser came, or nothing; `frame`: it loads; the others are the wallet origin's own refusals.
 */
export type FrameOutcome = RefusalReason | 'csp' | 'blocked' | 'frame'
type App = Pick<VitrineOptions, 'appId' | 'walletOrigin'>

/** A document may say what it is, and the browser that a policy forbids it, this long after the load of an iframe, in ms. */
const GRACE_MS = 200
/** A server that does not answer at all. */
const LIMIT_MS = 10_000

/** Where the frame of this page is. */
export const frameAddress = ({ appId, walletOrigin }: App) =>
  `${walletOrigin}/apps/${encodeURIComponent(appId)}/frame?origin=${encodeURIComponent(location.origin)}`

/**
 * Loads the frame once more, out of sight, and listens to the document, the browser and the page's policy.
 * @param ending the instance's end, which ends this too
 */
export function tryFrame(app: App, ending?: AbortSignal): Promise<FrameOutcome> {
  return new Promise(resolve => {
    const probe = document.createElement('iframe')
    probe.setAttribute('sandbox', 'allow-scripts allow-same-origin')
    probe.style.display = 'none'
    const listening = new AbortController()
    const { signal } = listening
    const end = (outcome: FrameOutcome) => {
      listening.abort()
      clearTimeout(timer)
      probe.remove()
      resolve(outcome)
    }
    const endAfter = (ms: number) => setTimeout(end, ms, 'blocked')
    let timer = endAfter(LIMIT_MS)
    addEventListener(
      'message',
      ({ source, origin, data }: MessageEvent<FrameAnnouncement | FrameRefusal>) => {
        if (source !== probe.contentWindow || origin !== app.walletOrigin) return
        if (data?.vitrine === 'frame') end('frame')
        if (data?.vitrine === 'refused') end(data.reason === 'unknown-app' ? 'unknown-app' : 'origin')
      },
      { signal },
    )
    addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, disposition, blockedURI }) => {
        if (disposition === 'enforce' && /^(frame|child|default)-src$/.test(effectiveDirective))
          if (blockedURI.startsWith(app.walletOrigin)) end('csp')
      },
      { signal },
    )
    probe.addEventListener('load', () => {
      clearTimeout(timer)
      timer = endAfter(GRACE_MS)
    })
    ending?.addEventListener('abort', () => end('blocked'), { signal })
    if (ending?.aborted) return end('blocked')
    probe.src = frameAddress(app)
    document.body.append(probe)
  })
}

/**
 * The error that tells a page's developer why there is no frame, and what to change: `not_supported` (the browser is too old), `missing_or_invalid_privy_app_id`,
 * `invalid_origin` (the page's own, or that of a site around it), `configuration_error` (the page's Content Security Policy)
 * or `frame_unreachable`. It stands in a part of its own: only pages without a frame load it.
 */
export async function diagnose(app: App, ending?: AbortSignal): Promise<VitrineError> {
  const { walletOrigin } = app
  const { origin } = location
  if (walletOrigin === origin) return configurationError('The wallet needs an origin of its own.')
  if (!isSecureContext) return configurationError('Serve this page over HTTPS or localhost.')
  if (!isBrowserSupported())
    return clientError(
      'not_supported',
      `This browser is too old for the wallet. Update it: ${OLDEST_BROWSERS_TEXT} or newer.`,
    )
  if (origin === 'null')
    return clientError(
      'invalid_origin',
      'This page has no origin, like one in a frame with `sandbox` that lacks allow-same-origin. The wallet needs one.',
    )
  const outcome = await tryFrame(app, ending)
  const error = explain(app, outcome)
  outcomes.set(error, outcome)
  return error
}

const outcomes = new WeakMap<VitrineError, FrameOutcome>()

/** What the frame met that an error of `diagnose` tells of. */
export const outcomeOf = (error: VitrineError): FrameOutcome | undefined => outcomes.get(error)

function explain({ appId, walletOrigin }: App, outcome: FrameOutcome): VitrineError {
  const { origin } = location
  const allow = (site: string) =>
    `Add ${site} to allowed_domains: npm run vitrine -- app edit ${appId} --file app.json (the operator of the wallet).`
  switch (outcome) {
    case 'unknown-app':
      return clientError(
        'missing_or_invalid_privy_app_id',
        `${walletOrigin} has no app ${appId}. Check data-app-id (appId); npm run vitrine -- app list prints the ids.`,
      )
    case 'origin':
      return clientError(
        'invalid_origin',
        `${origin} is not among the origins that ${appId} may be used from. ${allow(origin)}`,
      )
    case 'csp':
      return configurationError(
        `The Content Security Policy of this page keeps the wallet's frame out. Add to it: frame-src ${walletOrigin}`,
      )
    case 'frame':
      return clientError(
        'frame_unreachable',
        `The wallet's frame was interrupted while it loaded from ${walletOrigin}. Reload the page.`,
      )
    case 'blocked':
      return blocked(origin, walletOrigin, allow)
  }
}

function blocked(origin: string, walletOrigin: string, allow: (site: string) => string): VitrineError {
  // Chromium and WebKit name the sites around this page, the nearest first; Firefox does not.
  const around = [...new Set(location.ancestorOrigins ?? [])].filter(other => other !== origin)
  if (around[0])
    return clientError(
      'invalid_origin',
      `The wallet's frame was refused in ${origin}, which stands in a frame of ${around.join(' and ')}. Each site around it must be allowed too. ${allow(around.join(' and '))}`,
    )
  const nested =
    window === top ? '' : `, and whether the site around ${origin} is in the app's allowed_domains`
  return clientError(
    'frame_unreachable',
    `The wallet's frame did not load from ${walletOrigin}. See whether it is up, whether an ad blocker or the network keeps it out (net::ERR_BLOCKED_BY_CLIENT in the console), and whether a proxy before it sends X-Frame-Options${nested}.`,
  )
}
