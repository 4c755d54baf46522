/**
 * The messages by which a person's own wallet logs in (contract §10.1): EIP-4361, "Sign-In with Ethereum", and its form for
 * Solana. The frame builds them with the origin of the site that it has pinned; the server's signer reads them again, strictly.
 */

/** What a signature is for: the signer binds each nonce to one. */
export const SIGN_IN_PURPOSES = ['login', 'link'] as const
export type SignInPurpose = (typeof SIGN_IN_PURPOSES)[number]

export interface SignInParts {
  /** Of the site that the person is on, e.g. `https://shop.example`: its host becomes the domain. */
  readonly origin: string
  /** As it is written: of Ethereum with the checksum of EIP-55. */
  readonly address: string
  /** The signer's. */
  readonly nonce: string
  readonly issuedAt: Date
  /** An address on the wallet origin, which the message lists: whose login it is. */
  readonly resource: string
}

/** As `solana:signIn` of the Wallet Standard takes it: the wallet then writes the message itself. */
export interface SolanaSignIn {
  readonly domain: string
  readonly address: string
  readonly statement: string
  readonly uri: string
  readonly version: '1'
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly resources: readonly string[]
}

/** The chain that a message for Solana names (contract §10.1). */
export const SOLANA_SIGN_IN_CHAIN = 'mainnet'

/** @param chainId of EIP-155, e.g. 1 */
export const siweMessage = (parts: SignInParts, chainId: number): string =>
  written('Ethereum', {
    ...fieldsOf(parts),
    statement: 'Sign to prove that this wallet is yours. It costs nothing and moves nothing.',
    chainId: String(chainId),
  })

export const siwsInput = (parts: SignInParts): SolanaSignIn => ({
  ...fieldsOf(parts),
  statement: `Sign to prove that the wallet ${parts.address} is yours. It costs nothing and moves nothing.`,
  chainId: SOLANA_SIGN_IN_CHAIN,
})

export const siwsMessage = (parts: SignInParts): string => written('Solana', siwsInput(parts))

const fieldsOf = ({ origin, address, nonce, issuedAt, resource }: SignInParts) =>
  ({
    domain: new URL(origin).host,
    address,
    uri: origin,
    version: '1',
    nonce,
    issuedAt: issuedAt.toISOString(),
    resources: [resource],
  }) as const

/** EIP-4361, "Message Format". */
const written = (chain: 'Ethereum' | 'Solana', it: SolanaSignIn): string =>
  [
    `${it.domain} wants you to sign in with your ${chain} account:`,
    it.address,
    '',
    it.statement,
    '',
    `URI: ${it.uri}`,
    `Version: ${it.version}`,
    `Chain ID: ${it.chainId}`,
    `Nonce: ${it.nonce}`,
    `Issued At: ${it.issuedAt}`,
    'Resources:',
    ...it.resources.map(resource => `- ${resource}`),
  ].join('\n')
