import { base64urlBytes, base64urlText } from '@vitrine/shared/encoding.ts'

/**
 * Seals an approval for a window that cannot hear the frame. The key stands in the window's fragment alone, which no browser sends
 * and no page can read: neither the page nor the server that passes the sealed words on can read or make them. AES-256-GCM,
 * a fresh IV for each message; what a message is, and for which flow and review, is authenticated with it.
 */
export interface FlowSecret {
  /** The flow's at the server. */
  readonly id: string
  readonly key: Uint8Array<ArrayBuffer>
}

/** An offer and the outcome go to the window; an answer comes back, to one review. */
export type SealedKind =
  | { readonly kind: 'offer' | 'outcome' }
  | { readonly kind: 'answer'; readonly review: string }

const IV_LENGTH = 12
const PREFIX = '#flow='

/** At once, in a click. */
export const newFlowSecret = (): FlowSecret => ({
  id: base64urlText(crypto.getRandomValues(new Uint8Array(16))),
  key: crypto.getRandomValues(new Uint8Array(32)),
})

export const toFragment = ({ id, key }: FlowSecret): string => `${PREFIX}${id}.${base64urlText(key)}`

/** @returns `null` for a fragment of another form */
export function fromFragment(fragment: string): FlowSecret | null {
  if (!fragment.startsWith(PREFIX)) return null
  const [id = '', text = '', ...rest] = fragment.slice(PREFIX.length).split('.')
  const key = base64urlBytes(text)
  return rest.length === 0 && base64urlBytes(id)?.length === 16 && key?.length === 32
    ? { id, key: new Uint8Array(key) }
    : null
}

export async function seal(secret: FlowSecret, what: SealedKind, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: nameOf(secret, what) },
    await keyOf(secret),
    new TextEncoder().encode(text),
  )
  return base64urlText(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
}

/** @throws what WebCrypto throws for words that were not sealed so */
export async function open(secret: FlowSecret, what: SealedKind, sealed: string): Promise<string> {
  const bytes = new Uint8Array(base64urlBytes(sealed) ?? [])
  const text = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes.slice(0, IV_LENGTH), additionalData: nameOf(secret, what) },
    await keyOf(secret),
    bytes.slice(IV_LENGTH),
  )
  return new TextDecoder().decode(text)
}

const keyOf = ({ key }: FlowSecret) =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** An offer that is sent back is no answer, and an answer to one review is none to another. */
const nameOf = ({ id }: FlowSecret, what: SealedKind) =>
  new TextEncoder().encode(
    JSON.stringify(['vitrine approval', 1, id, what.kind, what.kind === 'answer' ? what.review : '']),
  )
