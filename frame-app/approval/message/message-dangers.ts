import { parseUrl } from '@vitrine/shared/parse-url.ts'
import { type Danger, distinct, warn } from '../explain/danger.ts'
import { quoted, readableParts } from '../readable-text.ts'
import type { MessageContent } from './message-content.ts'

export interface MessageContext {
  /** The pinned origin that asks. */
  readonly hostOrigin: string
  /** The wallet that would sign. */
  readonly address: string
}

/** What a person should know before approving, most severe first; one sentence each. */
export function messageDangers({ bytes, text }: MessageContent, context: MessageContext): Danger[] {
  // Owners of smart accounts sign the bare hash of a user operation (ERC-4337 v0.6 and v0.7) or of a Safe transaction in this way.
  const isHash = bytes.length === 32 && (text === null || isHashLike(text)) && isEthereum(context.address)
  const hash = isHash ? [warn('danger.operationHash')] : []
  if (text !== null) return [...hash, ...textMessageDangers(text, context)]
  return isHash ? hash : [warn(bytes.length === 32 ? 'danger.hash' : 'danger.unreadable')]
}

/** The same of a text that is no hash, as inside of typed data. */
export function textMessageDangers(text: string, context: MessageContext): Danger[] {
  const hasHidden = readableParts(text).some(part => part.kind === 'hidden')
  const dangers = loginDangers(text, context).map(tell => tell())
  return distinct([...dangers, ...(hasHidden ? [warn('danger.hidden')] : [])])
}

/** Signs in a text of 32 bytes that is still taken for words. */
const MAX_SIGNS = 2

/**
 * Whether a text of 32 bytes may be a hash. An attacker can try nonces until a hash is printable, which takes some 2⁴⁶ of them. For
 * one of letters, digits and spaces it takes some 2⁶⁰.
 */
const isHashLike = (text: string): boolean =>
  [...text].filter(character => !/[\p{L}\p{M}\p{N} ]/u.test(character)).length > MAX_SIGNS

/**
 * A site that passes on another site's login message would be logged in there as this person (EIP-4361, "Phishing").
 * @returns what says each danger, once its words are needed
 */
export function loginDangers(text: string, { hostOrigin, address }: MessageContext): (() => Danger)[] {
  const login = readLoginMessage(text)
  if (login === null) return []
  const malformed = () => warn('danger.malformedLogin')
  const { domain, uri, address: account } = login
  if (domain === null) return [malformed]
  const { host } = new URL(hostOrigin)
  const dangers: (() => Danger)[] = []
  if (domain.toLowerCase() !== host)
    dangers.push(() => warn('danger.otherDomain', { domain: quoted(domain), host }))
  // Sign In With Solana may leave the URI out.
  else if (uri === null) dangers.push(...(isEthereum(address) ? [malformed] : []))
  else if (originOf(uri) !== hostOrigin)
    dangers.push(() =>
      // As on a developer's own machine: nobody sees at a glance what is wrong with it.
      hostOf(uri) === host
        ? warn('danger.otherScheme', { uri: quoted(uri), origin: hostOrigin })
        : warn('danger.otherUri', { uri: quoted(uri), host }),
    )
  if (account === null) dangers.push(malformed)
  else if (account.toLowerCase() !== address.toLowerCase())
    dangers.push(() => warn('danger.otherAddress', { address: quoted(account) }))
  return dangers
}

const isEthereum = (address: string) => address.startsWith('0x')

const originOf = (uri: string) => parseUrl(uri)?.origin ?? null
const hostOf = (uri: string) => parseUrl(uri)?.host ?? null

/** What a sign-in message (EIP-4361, and its like on other chains) says about itself, read loosely. */
interface LoginMessage {
  /** Host, with port if any; `null` when the first line is not in the standard form. */
  readonly domain: string | null
  readonly address: string | null
  readonly uri: string | null
}

const CLAIM = /wants\s+you\s+to\s+sign\s+in\s+with\s+your\s+\S+\s+account/i
/** EIP-4361: `[ scheme "://" ] domain SP "wants you to sign in with your Ethereum account:"`. */
const FIRST_LINE = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your \S+ account:?$/i

/**
 * Reads a message as a login, or answers `null` when nothing in it says that it is one. Loose on purpose: a verifier may
 * be looser than the standard, so what looks like a login is judged as one.
 */
function readLoginMessage(message: string): LoginMessage | null {
  if (!CLAIM.test(message)) return null
  const lines = message.split('\n').map(line => line.trim())
  const domain = lines[0]?.match(FIRST_LINE)?.[1] ?? null
  const uri =
    lines
      .find(line => /^URI:/i.test(line))
      ?.slice(4)
      .trim() ?? null
  return { domain, address: lines[1] || null, uri }
}
