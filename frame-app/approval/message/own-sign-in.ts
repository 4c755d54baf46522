import { parseUrl } from '@vitrine/shared/parse-url.ts'
import { readableParts } from '../readable-text.ts'

export interface SignInContext {
  /** The pinned origin that asks. */
  readonly hostOrigin: string
  /** The wallet that would sign. */
  readonly address: string
  readonly chainType: 'ethereum' | 'solana'
}

const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/
/** In their order. The first five are what EIP-4361 asks for; Sign In With Solana may leave each of them out. */
const FIELDS = [
  ['URI', /^\S+$/],
  ['Version', /^1$/],
  ['Chain ID', /^[\w:-]+$/],
  ['Nonce', /^[A-Za-z\d]{8,}$/],
  ['Issued At', TIME],
  ['Expiration Time', TIME],
  ['Not Before', TIME],
  ['Request ID', /^\S*$/],
] as const
const ASKED_FOR = 5
const LOOKS_LIKE_FIELDS = new RegExp(`^(${FIELDS.map(([name]) => name).join('|')}|Resources):`, 'i')

/**
 * Whether a message is a sign-in to the very site that asks, for the very wallet that signs, exactly as its standard (EIP-4361,
 * Sign In With Solana) writes it: it is worth nothing to anybody else. One character more or less, or a right that goes along
 * (ERC-5573), and it is not one.
 */
export function isOwnSignIn(text: string, { hostOrigin, address, chainType }: SignInContext): boolean {
  const isEthereum = chainType === 'ethereum'
  const { host, protocol } = new URL(hostOrigin)
  const claim = `${host} wants you to sign in with your ${isEthereum ? 'Ethereum' : 'Solana'} account:\n`
  const head = [claim, `${protocol}//${claim}`].find(it => text.startsWith(it))
  if (head === undefined || readableParts(text).some(part => part.kind === 'hidden')) return false
  const end = head.length + address.length
  const named = text.slice(head.length, end)
  if (isEthereum ? named.toLowerCase() !== address.toLowerCase() : named !== address) return false
  const fields = readFields(text.slice(end), isEthereum)
  return fields?.every(uri => isOwn(uri, hostOrigin)) ?? false
}

const isOwn = (uri: string, hostOrigin: string) => parseUrl(uri)?.origin === hostOrigin

/** What stands after the address. @returns the URI, if there is one; `null`: not as the standard writes it */
function readFields(rest: string, isEthereum: boolean): readonly string[] | null {
  if (rest === '') return isEthereum ? null : []
  if (!rest.startsWith('\n\n')) return null
  const body = rest.slice(2)
  // `[statement LF] LF fields`, where Solana's leaves the empty line of a missing statement out.
  const [, statement, fields] = /^(?:([^\n]+)(?:\n\n|$)|\n)?([\s\S]*)$/.exec(body) ?? []
  if (!isEthereum && LOOKS_LIKE_FIELDS.test(body)) return takeFields(body, 0)
  if (statement !== undefined && LOOKS_LIKE_FIELDS.test(statement)) return null
  if (!fields) return isEthereum || statement === undefined || body.endsWith('\n') ? null : []
  return takeFields(fields, isEthereum ? ASKED_FOR : 0)
}

/** @param askedFor how many of the fields have to be there */
function takeFields(text: string, askedFor: number): readonly string[] | null {
  const lines = text.split('\n')
  const uris: string[] = []
  for (const [place, [name, form]] of FIELDS.entries()) {
    const value = lines[0]?.startsWith(`${name}: `) ? lines[0].slice(name.length + 2) : null
    if (value === null && place >= askedFor) continue
    if (value === null || !form.test(value)) return null
    if (name === 'URI') uris.push(value)
    lines.shift()
  }
  if (lines[0] === 'Resources:') {
    lines.shift()
    while (lines[0]?.match(/^- (?!urn:)\S+$/i)) lines.shift()
  }
  return lines.length === 0 ? uris : null
}
