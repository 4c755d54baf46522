import * as z from 'zod/mini'
import { base64urlBytes, base64urlText } from '../encoding.ts'
import { canonicalJson } from '../wallet/canonical-json.ts'
import { type HpkeContext, type HpkeRecipient, hpkeOpen, hpkeSeal } from './hpke.ts'

/**
 * What a provider answered at the end of its login (RFC 6749 §4.1.2), on its way from the wallet origin's callback page to the
 * signer process: encrypted (HPKE), so that neither the site's page nor the server's API process can redeem the code.
 */

const VERSION = 'v1.'
const INFO = 'vitrine/oauth-answer/v1'

/** On the wire: the version, then base64url of `hpkeSeal`. A code of 4 kB fits. */
export const sealedAnswer = z.string().check(z.maxLength(8192), z.regex(/^v1\.[\w-]{110,}$/))

const content = z.object({ code: z.string(), iss: z.nullable(z.string()) })
/** `iss`: who answered, where the provider says so (RFC 9207). */
export type ProviderAnswer = z.infer<typeof content>

/**
 * @param recipient the signer's public key, base64url
 * @param state of the flow that the answer belongs to: it opens for no other
 * @throws TypeError | DOMException when the key is none
 */
export async function sealAnswer(recipient: string, state: string, answer: ProviderAnswer): Promise<string> {
  const key = base64urlBytes(recipient)
  if (!key) throw new TypeError('The signer’s key is not base64url.')
  const text = new TextEncoder().encode(JSON.stringify(answer))
  return VERSION + base64urlText(await hpkeSeal(key, contextOf(state), text))
}

/** @returns `null` for what was sealed for another flow, or by nobody */
export async function openAnswer(
  recipient: HpkeRecipient,
  state: string,
  sealed: string,
): Promise<ProviderAnswer | null> {
  const bytes = sealed.startsWith(VERSION) ? base64urlBytes(sealed.slice(VERSION.length)) : null
  const answer = bytes && (await hpkeOpen(recipient, contextOf(state), bytes))
  if (!answer) return null
  try {
    return (
      content.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer))).data ?? null
    )
  } catch {
    // No JSON, or no text.
    return null
  } finally {
    answer.fill(0)
  }
}

const contextOf = (state: string): HpkeContext => {
  const text = new TextEncoder()
  return { info: text.encode(INFO), aad: text.encode(canonicalJson({ state })) }
}
