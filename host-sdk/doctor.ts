import { isBrowserSupported, OLDEST_BROWSERS_TEXT } from '@vitrine/shared/bridge/browsers.ts'
import type { FrameFacts } from '@vitrine/shared/bridge/frame-facts.ts'
import { FRAME_FACTS } from '@vitrine/shared/bridge/policies.ts'
import { type FrameOutcome, frameAddress, tryFrame } from './diagnose.ts'
import type { EthereumProvider } from './ethereum.ts'
import { canRun, type VitrineOptions } from './options.ts'

/** One thing that the wallet needs of this page and this browser. */
export interface Check {
  /** Stable, for programs: `secure-context`, `browser`, `frame`, `app`, `origin`, `csp`, `coop`, `storage`, `popups`, `passkeys`, `extensions` or `clock`. */
  readonly name: string
  readonly ok: boolean
  /** What was found, in a sentence. */
  readonly detail: string
  /** What to change, where it is not ok. */
  readonly fix?: string
}

/** What `doctor` has found. */
export interface Examined {
  readonly checks: readonly Check[]
}

/** A login's proofs carry the time; the frame corrects a wrong clock, other parts of the page may not. */
const CLOCK_LIMIT_MS = 30_000
/** For the frame's answer, and for the page's own headers. */
const ANSWER_LIMIT_MS = 5_000
/** Wallets answer an EIP-6963 request while it is dispatched. */
type Announcement = CustomEvent<{
  readonly info: { readonly name: string; readonly rdns: string }
  readonly provider: unknown
}>

/** `none`: no frame can be in such a page. */
type Outcome = FrameOutcome | 'none'

const good = (name: string, detail: string): Check => ({ name, ok: true, detail })
const bad = (name: string, detail: string, fix: string): Check => ({ name, ok: false, detail, fix })

/**
 * Looks at what a page, its server and the browser do to the wallet. It asks nobody, opens no window and writes nothing to
 * the console; nothing it says tells who the person is.
 *
 * @param ethereum waits for a frame that is coming; one that does not come soon is looked into
 */
export async function examine(options: VitrineOptions, ethereum: EthereumProvider): Promise<Examined> {
  if (typeof document === 'undefined')
    return {
      checks: [
        bad('secure-context', 'There is no page here: Vitrine runs in a browser.', 'Ask in the page.'),
      ],
    }
  const [facts, headers] = await Promise.all([
    inTime(ethereum.request({ method: FRAME_FACTS }) as Promise<FrameFacts>),
    readPageHeaders(),
  ])
  // A frame that answers is there: no second one is tried beside it.
  const outcome = facts ? 'frame' : canRun(options.walletOrigin) ? await tryFrame(options) : 'none'
  return {
    checks: [
      secureContext(),
      browser(),
      ...reachability(options, outcome, facts !== null),
      coop(headers),
      storage(facts),
      popups(),
      passkeys(options, facts, headers),
      extensions(options, ethereum),
      clock(facts),
    ],
  }
}

/** `null` for what is refused, or does not come in time. */
function inTime<T>(coming: Promise<T>): Promise<T | null> {
  return new Promise(resolve => {
    const end = () => resolve(null)
    const timer = setTimeout(end, ANSWER_LIMIT_MS)
    coming.then(resolve, end).finally(() => clearTimeout(timer))
  })
}

const NO_FRAME = 'Not known while the frame does not answer.'
const MEND_FRAME = 'Mend what stands above first.'
const unknown = (name: string) => bad(name, NO_FRAME, MEND_FRAME)

const secureContext = () =>
  isSecureContext
    ? good('secure-context', 'This page comes over HTTPS or from this machine.')
    : bad(
        'secure-context',
        'This page comes over plain HTTP: the browser gives neither it nor a frame in it any cryptography.',
        'Serve the page over HTTPS, or on localhost while you develop.',
      )

const browser = () =>
  isBrowserSupported()
    ? good('browser', 'The wallet works in this browser.')
    : bad(
        'browser',
        'This browser is too old for the wallet.',
        `Update it: ${OLDEST_BROWSERS_TEXT} or newer.`,
      )

/** Whether the frame comes, and who keeps it out: each is told by itself, so that a developer need not guess. */
function reachability({ appId, walletOrigin }: VitrineOptions, outcome: Outcome, isUp: boolean): Check[] {
  const { origin } = location
  const around = [...new Set(location.ancestorOrigins ?? [])].filter(other => other !== origin)
  const addOrigin = (missing: string) =>
    `Add ${missing} to allowed_domains: npm run vitrine -- app edit ${appId} --file app.json (the operator of the wallet).`
  const passed = (name: string, detail: string) => (outcome === 'frame' ? good(name, detail) : unknown(name))
  const app =
    outcome === 'unknown-app'
      ? bad(
          'app',
          `${walletOrigin} has no app ${appId}.`,
          'Check data-app-id (appId); npm run vitrine -- app list prints the ids.',
        )
      : outcome === 'origin'
        ? good('app', `${walletOrigin} has the app ${appId}.`)
        : passed('app', `${walletOrigin} has the app ${appId}.`)
  const allowed =
    outcome === 'origin'
      ? bad('origin', `${origin} is not among the origins that ${appId} may be used from.`, addOrigin(origin))
      : passed('origin', `${appId} may be used from ${[origin, ...around].join(' in ')}.`)
  const csp =
    outcome === 'csp'
      ? bad(
          'csp',
          'The Content Security Policy of this page keeps the frame out.',
          `Add to the policy: frame-src ${walletOrigin}; script-src ${walletOrigin}`,
        )
      : good('csp', 'The Content Security Policy of this page, if it has one, lets script and frame in.')
  return [frameCheck(walletOrigin, outcome, isUp, around, addOrigin), app, allowed, csp]
}

function frameCheck(
  walletOrigin: string,
  outcome: Outcome,
  isUp: boolean,
  around: readonly string[],
  addOrigin: (missing: string) => string,
): Check {
  if (isUp) return good('frame', `The frame of ${walletOrigin} is there and answers.`)
  switch (outcome) {
    case 'frame':
      return bad(
        'frame',
        `A frame of ${walletOrigin} loads, but the one of this instance does not answer.`,
        'Reload the page. If it stays so, look at what `ready` rejects with: state.error.',
      )
    case 'blocked':
      return around[0]
        ? bad(
            'frame',
            `The frame of ${walletOrigin} was refused: this page stands in a frame of ${around.join(' and ')}.`,
            addOrigin(`each of these too`),
          )
        : bad(
            'frame',
            `The frame of ${walletOrigin} does not load.`,
            'See whether that origin is up, and whether the network, an ad blocker or another extension keeps it out (net::ERR_BLOCKED_BY_CLIENT in the console), and whether a proxy before it sends X-Frame-Options.',
          )
    case 'none':
      if (!isBrowserSupported())
        return bad('frame', 'No frame is made in a browser that is too old; see browser.', MEND_FRAME)
      return isSecureContext
        ? bad(
            'frame',
            'This page is of the wallet origin itself, and could reach into the frame.',
            'Serve the wallet on an origin of its own.',
          )
        : bad('frame', 'No frame is made in a page that is not secure.', MEND_FRAME)
    case 'csp':
      return bad('frame', 'The page itself keeps the frame out; see csp.', MEND_FRAME)
    default:
      return bad('frame', `${walletOrigin} is up and refuses the frame; see app and origin.`, MEND_FRAME)
  }
}

/** Headers that the page itself came with, as far as it may ask for itself again. */
async function readPageHeaders(): Promise<Headers | null> {
  try {
    const { ok, headers } = await fetch(location.href, {
      method: 'HEAD',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    return ok ? headers : null
  } catch {
    return null
  }
}

function coop(headers: Headers | null): Check {
  const policy = headers?.get('cross-origin-opener-policy')?.split(';')[0]?.trim()
  // Without this header no page is isolated.
  if (policy === 'same-origin' || policy === 'same-origin-plus-coep' || window.crossOriginIsolated)
    return bad(
      'coop',
      'Cross-Origin-Opener-Policy: same-origin cuts the windows off that the wallet opens, for approvals and for some logins.',
      'Send Cross-Origin-Opener-Policy: same-origin-allow-popups.',
    )
  if (window !== top)
    return good('coop', 'This page stands in another one, whose policy counts and cannot be read from here.')
  return good(
    'coop',
    headers ? 'Windows that the wallet opens stay in touch.' : 'Not read: this page does not answer HEAD.',
  )
}

function storage(facts: FrameFacts | null): Check {
  if (!facts) return unknown('storage')
  const blocked = [!facts.localStorage && 'localStorage', !facts.indexedDB && 'IndexedDB'].filter(Boolean)
  if (blocked[0])
    return bad(
      'storage',
      `The browser blocks ${blocked.join(' and ')} for the wallet in this page: logins end with the page.`,
      'Allow site data for the wallet origin in the browser’s settings, or leave the private window.',
    )
  return good(
    'storage',
    facts.isPartitioned
      ? 'The wallet can store, for this site alone: its login here is not seen on other sites.'
      : 'The wallet can store.',
  )
}

/** Whether a click could open a window. None is opened here. */
function popups(): Check {
  const sandbox = ownFrameSandbox()
  if (sandbox && !sandbox.contains('allow-popups'))
    return bad(
      'popups',
      'This page stands in a frame whose sandbox forbids windows.',
      'Add allow-popups allow-popups-to-escape-sandbox to the sandbox attribute of that frame.',
    )
  if (!/\[native code\]/.test(Function.prototype.toString.call(window.open)))
    return bad(
      'popups',
      'A script or an extension has replaced window.open in this page.',
      'Look at what replaces it. The wallet’s own button opens its windows without it.',
    )
  return good(
    'popups',
    'Nothing in this page forbids windows; a browser’s own blocker shows itself at a click only.',
  )
}

/** Of the frame that this page stands in, if that is of its own origin. */
function ownFrameSandbox(): DOMTokenList | null {
  try {
    // An element of another window, whose classes are others.
    const frame = window.frameElement as HTMLIFrameElement | null
    return frame?.hasAttribute('sandbox') ? frame.sandbox : null
  } catch {
    return null
  }
}

function passkeys(options: VitrineOptions, facts: FrameFacts | null, headers: Headers | null): Check {
  const iframe = [...document.querySelectorAll('iframe')].find(({ src }) => src === frameAddress(options))
  if (iframe && !iframe.allow.includes('publickey-credentials-get'))
    return bad(
      'passkeys',
      'A script has taken the permission for passkeys from the wallet’s frame.',
      'Leave the allow attribute of that frame as it is.',
    )
  if (!facts) return unknown('passkeys')
  if (!facts.hasPasskeys)
    return bad('passkeys', 'This browser has no passkeys.', 'Offer another way to log in beside them.')
  const policy = headers?.get('permissions-policy') ?? ''
  if (facts.mayUsePasskeys === false || /publickey-credentials-(get|create)=\((self)?\)/.test(policy))
    return bad(
      'passkeys',
      'The Permissions Policy of this page keeps passkeys from the wallet’s frame.',
      `Send Permissions-Policy: publickey-credentials-get=(self "${options.walletOrigin}"), publickey-credentials-create=(self "${options.walletOrigin}"), or leave both out.`,
    )
  return good('passkeys', 'The wallet may use passkeys in this page.')
}

/** Other wallets are no fault. One that stands in the place of this one, or that keeps it from being found, is. */
function extensions({ eip6963 }: VitrineOptions, ethereum: EthereumProvider): Check {
  const heard: Announcement['detail'][] = []
  const listen = (event: Event) => heard.push((event as Announcement).detail)
  addEventListener('eip6963:announceProvider', listen)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', listen)
  const others = heard.filter(({ provider }) => provider !== ethereum)
  const names = others.map(({ info }) => `${info.name} (${info.rdns})`).join(', ')
  if (others.some(({ info }) => info.rdns === 'app.vitrine'))
    return bad(
      'extensions',
      'Another provider announces itself under this wallet’s name.',
      'Look for a second copy of the script, or an extension that stands in for wallets.',
    )
  if (eip6963 !== false && heard.length === others.length)
    return bad(
      'extensions',
      'Applications of this page do not hear the wallet announce itself (EIP-6963).',
      'Look for a script or an extension that swallows eip6963 events, or call destroy() later.',
    )
  const injected = 'ethereum' in window ? ' window.ethereum is another wallet’s; Vitrine never sets it.' : ''
  return good('extensions', `Other wallets in this page: ${names || 'none'}.${injected}`)
}

function clock(facts: FrameFacts | null): Check {
  if (!facts) return unknown('clock')
  const seconds = Math.round(facts.clockDifferenceMs / 1000)
  return Math.abs(facts.clockDifferenceMs) <= CLOCK_LIMIT_MS
    ? good('clock', 'The device’s clock agrees with the server’s.')
    : bad(
        'clock',
        `The device’s clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the server’s.`,
        'Set the clock by the network. The wallet corrects it for itself; a site’s own tokens may look expired.',
      )
}
