/** A message of EIP-4361, as far as logins go by it. Times are unix ms. */
export interface SignInMessage {
  readonly domain: string
  readonly address: `0x${string}`
  readonly statement: string
  readonly uri: string
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: number
  readonly expiresAt: number | null
  readonly notBefore: number | null
  readonly resources: readonly string[]
}

const DATE = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)`
/** The grammar of EIP-4361, "Message Format", with a statement and resources: each line in its place, and no other. */
const FORM = new RegExp(
  [
    String.raw`^(?<domain>[^\s/?#@]+) wants you to sign in with your Ethereum account:`,
    '(?<address>0x[0-9a-fA-F]{40})',
    '',
    String.raw`(?<statement>[\x20-\x7e]+)`,
    '',
    String.raw`URI: (?<uri>\S+)`,
    'Version: 1',
    String.raw`Chain ID: (?<chainId>\d{1,18})`,
    'Nonce: (?<nonce>[0-9a-zA-Z]{8,128})',
    `Issued At: (?<issuedAt>${DATE})`,
    `(?:Expiration Time: (?<expiresAt>${DATE})`,
    `)?(?:Not Before: (?<notBefore>${DATE})`,
    String.raw`)?(?:Request ID: \S*`,
    String.raw`)?Resources:(?<resources>(?:${'\n'}- \S+)+)$`,
  ].join('\n'),
)

/** @returns `null` for what is no such message */
export function readSignIn(message: string): SignInMessage | null {
  const found = FORM.exec(message)?.groups
  if (!found) return null
  const { domain = '', statement = '', uri = '', chainId = '', nonce = '', resources = '' } = found
  const [issuedAt, expiresAt, notBefore] = [found.issuedAt, found.expiresAt, found.notBefore].map(date =>
    date === undefined ? null : Date.parse(date),
  )
  if (!Number.isFinite(issuedAt) || Number.isNaN(expiresAt) || Number.isNaN(notBefore)) return null
  return {
    ...{ domain, statement, uri, chainId, nonce },
    address: found.address as `0x${string}`,
    issuedAt: issuedAt ?? 0,
    expiresAt: expiresAt ?? null,
    notBefore: notBefore ?? null,
    resources: resources.split('\n- ').slice(1),
  }
}
