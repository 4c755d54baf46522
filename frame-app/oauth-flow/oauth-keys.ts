import { FLOW_LIFETIME_MS, type OauthAnswer, oauthAnswer, stateCode } from '@vitrine/shared/api/oauth-flow.ts'
import type { ReturnedLogin } from '@vitrine/shared/bridge/returned-login.ts'
import { base64urlText } from '@vitrine/shared/encoding.ts'
import * as z from 'zod/mini'
import type { ReturnedTo } from '../login-method/login-method.ts'
import type { Kernel } from '../ui/kernel-context.ts'

/** What makes an answer of a provider this frame's own. The verifier leaves it sealed for the server's signer alone. */
export interface FlowKeys {
  /** RFC 6749 §10.12. */
  readonly state: string
  /** RFC 7636 §4.1. */
  readonly verifier: string
}

/** Contract §2.5: 36 random bytes each, base64url. */
export const newKeys = (): FlowKeys => ({ state: randomText(36), verifier: randomText(36) })

/** base64url of this many random bytes. */
export const randomText = (bytes: number) => base64urlText(crypto.getRandomValues(new Uint8Array(bytes)))

/** What a login that takes the page away leaves behind, besides its keys. */
const leftBehind = z.object({
  provider: z.string(),
  purpose: z.string(),
  disableSignup: z.boolean(),
  /** Unix ms. */
  until: z.number(),
})
export interface LeftBehind {
  readonly provider: string
  readonly purpose: 'login' | 'link'
  readonly disableSignup: boolean
}

type Keeps = Pick<Kernel, 'keptBy'>

/** Keeps the keys in the frame's own storage, under the contract's names (§10.2), for a page that comes back. */
export function keepKeys({ keptBy }: Keeps, { state, verifier }: FlowKeys, left: LeftBehind): void {
  keptBy('stateCode').write(state)
  keptBy('codeVerifier').write(verifier)
  keptBy('oauth').write(JSON.stringify({ ...left, until: Date.now() + FLOW_LIFETIME_MS }))
}

/** Nothing is left for anybody to come back to. */
export function dropKeys({ keptBy }: Keeps): void {
  for (const name of ['stateCode', 'codeVerifier', 'oauth'] as const) keptBy(name).write('')
}

/**
 * What this browser left for, if the page came back with its state: whoever made the page's address has no part in it (RFC
 * 6749 §10.12).
 */
export function readReturn(
  { keptBy }: Keeps,
  { state, provider, code }: ReturnedLogin,
): { readonly keys: FlowKeys; readonly answer: OauthAnswer; readonly to: ReturnedTo } | null {
  const verifier = keptBy('codeVerifier').read()
  const left = readLeft(keptBy('oauth').read())
  const answer = oauthAnswer.safeParse(code).data
  if (!verifier || !left || !answer || !stateCode.safeParse(state).success) return null
  if (keptBy('stateCode').read() !== state || left.provider !== provider || left.until < Date.now())
    return null
  const { purpose, disableSignup } = left
  const to: ReturnedTo = purpose === 'link' ? { purpose } : { purpose: 'login', options: { disableSignup } }
  return { keys: { state, verifier }, answer, to }
}

function readLeft(text: string | null) {
  try {
    return leftBehind.safeParse(JSON.parse(text ?? '')).data
  } catch {
    // Nothing, or not ours.
  }
}
