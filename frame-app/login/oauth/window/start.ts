import { flowId, type StartedFlow } from '@vitrine/shared/api/oauth-flow.ts'
import type { ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { SignerIdentity } from '../../../session/signer-identity.ts'
import type { Remembered } from './memory.ts'

/** How long a window waits for its frame to have begun the flow. */
const BEGIN_LIMIT_MS = 30_000
const ASK_EVERY_MS = 500

export interface StartParts {
  readonly boot: Pick<ReadFrameBoot, 'app' | 'began'>
  /** What stands in the window's address, without its mark. */
  readonly fragment: string
  /** POST /oauth_flows/start; `null`: not yet. @throws when the network is away */
  ask(flowId: string): Promise<StartedFlow | null>
  /** Ends early when somebody looks at the window again. */
  pause(ms: number): Promise<void>
  now(): number
  readonly signer: Pick<SignerIdentity, 'vouches'>
  /** Throws where the browser keeps nothing. */
  remember(state: string, flow: Remembered): void
  /** Tells the person where it leads. */
  onKnown(flow: StartedFlow): void
}

export type Start =
  | { readonly go: string }
  /** `lost`: nothing came; `not-started`: nobody here asked for it; `not-signed`: it is not from the wallet's signer. */
  | { readonly refused: 'lost' | 'not-started' | 'not-signed' }

/**
 * Finds out where the window goes.
 *
 *  - The signer made the address, for this app and this flow: who took over the API process sends nobody elsewhere.
 *  - A flow whose answer the server hands to whoever has its id goes on only in a window that this very origin opened. Else a
 *    link that an attacker sent would have a person log in for the attacker's frame.
 *  - A flow that comes back to a page comes back to one of the app's own: there the answer is worth nothing to anybody but the
 *    frame that began it.
 */
export async function findStart(parts: StartParts): Promise<Start> {
  const { boot, fragment, pause, now, signer } = parts
  if (!flowId.safeParse(fragment).success) return { refused: 'not-started' }
  const until = now() + BEGIN_LIMIT_MS
  let flow = await parts.ask(fragment).catch(() => null)
  while (!flow && now() < until) {
    await pause(ASK_EVERY_MS)
    flow = await parts.ask(fragment).catch(() => null)
  }
  if (!flow) return { refused: 'lost' }
  const { url, signature, provider, state_code: state, redirect_to: redirectTo } = flow
  const words = { kind: 'oauth-url', appId: boot.app.id, flowId: fragment, state, redirectTo, url } as const
  if (!(await signer.vouches(words, signature)) || !isWeb(url)) return { refused: 'not-signed' }
  const isBegun = redirectTo === null ? boot.began === true : isOwnPage(redirectTo, boot.app.allowed_domains)
  if (!isBegun) return { refused: 'not-started' }
  parts.onKnown(flow)
  try {
    parts.remember(state, { appId: boot.app.id, appName: boot.app.name, provider, redirectTo })
  } catch {
    return { refused: 'lost' }
  }
  return { go: url }
}

const isWeb = (url: string) => /^https?:$/.test(parseUrl(url)?.protocol ?? '')
const isOwnPage = (url: string, allowed: readonly string[]) =>
  isWeb(url) && allowed.includes(new URL(url).origin)
