import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { SignInInput } from './inputs.ts'

export interface SignInPlace {
  readonly address: string
  /** The pinned origin. */
  readonly hostOrigin: string
  readonly chains: readonly SolanaChain[]
}

/**
 * The text of Sign In With Solana for the page that asks. The domain and the URI are the pinned origin's or the call is
 * refused: a page that could name another site would be given a login there. So is a cluster that the app does not have.
 * @param chains of the app
 * @throws VitrineError `invalid_message`
 */
export function signInMessage(input: SignInInput, { address, hostOrigin, chains }: SignInPlace): string {
  const { host } = new URL(hostOrigin)
  if (input.domain !== undefined && input.domain !== host)
    throw clientError('invalid_message', `signIn: \`domain\` must be ${host}, the site that asks.`)
  if (input.uri !== undefined && originOf(input.uri) !== hostOrigin)
    throw clientError(
      'invalid_message',
      `signIn: \`uri\` must lie under ${hostOrigin}, the site that asks; https:// and http:// are two sites.`,
    )
  const cluster = input.chainId?.replace(/^solana:/, '')
  if (cluster && !chains.some(chain => chain === `solana:${cluster}`))
    throw clientError('invalid_message', `signIn: \`chainId\` must be one of ${chains.join(', ')}.`)
  if (input.version && input.version !== '1')
    throw clientError('invalid_message', 'signIn: `version` must be 1.')
  const fields = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ].flatMap(([name, value]) => (value ? `${name}: ${value}` : []))
  const lines = [
    ...fields,
    ...(input.resources ? ['Resources:', ...input.resources.map(it => `- ${it}`)] : []),
  ]
  return [
    `${host} wants you to sign in with your Solana account:\n${address}`,
    ...(input.statement ? [input.statement] : []),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n')
}

const originOf = (uri: string): string | null => parseUrl(uri)?.origin ?? null
