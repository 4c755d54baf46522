/** A message of EIP-4361 or of its form for Solana, as far as logins go by it. Times are unix ms. */
export interface SignInMessage<Address extends string = string> {
  readonly domain: string
  readonly address: Address
  readonly statement: string | null
  readonly uri: string
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: number
  readonly expiresAt: number | null
  readonly notBefore: number | null
  readonly resources: readonly string[]
}

const DATE = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)`

/**
 * The grammar of EIP-4361, "Message Format", in which version, chain, nonce and date are required: each line in its place, and no
 * other. Statement, end, beginning, request id and resources may be left out.
 * @param blank what stands where a statement would
 */
const form = (chain: string, address: string, blank: string, chainId: string): RegExp =>
  new RegExp(
    [
      String.raw`^(?<domain>[^\s/?#@]+) wants you to sign in with your ${chain} account:`,
      `(?<address>${address})`,
      String.raw`(?:${'\n'}(?<statement>[\x20-\x7e]+)${'\n'}|${blank})`,
      String.raw`URI: (?<uri>\S+)`,
      'Version: 1',
      `Chain ID: (?<chainId>${chainId})`,
      'Nonce: (?<nonce>[0-9a-zA-Z]{8,128})',
      `Issued At: (?<issuedAt>${DATE})`,
    ].join('\n') +
      [
        `(?:\nExpiration Time: (?<expiresAt>${DATE}))?`,
        `(?:\nNot Before: (?<notBefore>${DATE}))?`,
        String.raw`(?:${'\n'}Request ID: [\x21-\x7e]*)?`,
        String.raw`(?:${'\n'}Resources:(?<resources>(?:${'\n'}- \S+)*))?$`,
      ].join(''),
  )

/** A chain is written in one way, and is a number that JavaScript holds: an account is sealed with it. */
const ETHEREUM = form('Ethereum', '0x[0-9a-fA-F]{40}', '\n', String.raw`[1-9]\d{0,14}`)
/** "Sign In With Solana": a message without a statement has one empty line, and a chain is a name. */
const SOLANA = form('Solana', '[1-9A-HJ-NP-Za-km-z]{32,44}', '', '[-:a-zA-Z0-9]{1,64}')

/** @returns `null` for what is no such message */
export const readSignIn = (message: string) => read<`0x${string}`>(ETHEREUM, message)
/** @returns `null` for what is no such message */
export const readSolanaSignIn = (message: string) => read<string>(SOLANA, message)

function read<Address extends string>(grammar: RegExp, message: string): SignInMessage<Address> | null {
  const found = grammar.exec(message)?.groups
  if (!found) return null
  const { domain = '', statement = null, uri = '', chainId = '', nonce = '', resources = '' } = found
  const [issuedAt, expiresAt, notBefore] = [found.issuedAt, found.expiresAt, found.notBefore].map(date =>
    date === undefined ? null : Date.parse(date),
  )
  if (!Number.isFinite(issuedAt) || Number.isNaN(expiresAt) || Number.isNaN(notBefore)) return null
  return {
    ...{ domain, statement, uri, chainId, nonce },
    address: found.address as Address,
    issuedAt: issuedAt ?? 0,
    expiresAt: expiresAt ?? null,
    notBefore: notBefore ?? null,
    resources: resources.split('\n- ').slice(1),
  }
}

/** What a clock of the person's may be off by. */
export const CLOCK_TOLERANCE_MS = 60_000

/** Whether its times let it be used now, unix ms. */
export const isGoodAt = ({ issuedAt, expiresAt, notBefore }: SignInMessage, now: number): boolean =>
  issuedAt <= now + CLOCK_TOLERANCE_MS &&
  (expiresAt === null || now < expiresAt) &&
  (notBefore === null || notBefore <= now + CLOCK_TOLERANCE_MS)
