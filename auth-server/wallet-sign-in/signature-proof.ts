import type { MESSAGE_TYPES } from '@vitrine/shared/api/login/siws.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { AccountDetails } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { deviceBoundProof } from '../identity/device-bound-proof.ts'
import type { ProofOfIdentity } from '../identity/proof-of-identity.ts'
import { subjectOf, type WalletMethod } from '../signer/sign-in/nonce.ts'
import { readSignIn, readSolanaSignIn, type SignInMessage } from '../signer/sign-in/sign-in-message.ts'
import { readCarried } from '../signer/sign-in/solana-carrier.ts'
import { nonceIsOver, takeNonce } from './nonce-row.ts'

/** What a wallet signed, as both methods take it. */
export interface SignedMessage {
  readonly message: string
  readonly signature: string
  readonly message_type?: (typeof MESSAGE_TYPES)[number]
  /** CAIP-2. */
  readonly chainId?: string | undefined
  readonly walletClientType?: string | undefined
  readonly connectorType?: string | undefined
}

/** Whose account it is to be: a wallet's by its address; or, of a contract that a wallet owns, with what is known of that. */
type Account =
  | { readonly type: 'wallet' }
  | { readonly type: 'smart_wallet'; readonly details: AccountDetails }
type WalletProof = ProofOfIdentity & { readonly identity: { readonly type: Account['type'] } }

/**
 * What a message that a wallet signed brings to log in or to link. The nonce is used up, then the signer checks message and
 * signature, and asks the chain where a contract signed.
 * @param userId to link; `null` to log in
 * @throws `invalid_credentials` (422) | `not_supported` (422) | `service_unavailable` (503)
 */
export async function proofBySignature(
  ctx: Context,
  app: App,
  method: WalletMethod,
  signed: SignedRequest<SignedMessage>,
  dpop: DpopProof,
  userId: string | null,
  account: Account = { type: 'wallet' },
): Promise<WalletProof> {
  const { message, signature, message_type: carriage = 'plain', ...told } = signed.request
  const signIn = method === 'siwe' ? readSignIn(message) : inCarrier(carriage, message)
  if (!signIn) throw notThisMessage()
  const subject = subjectOf(method, signIn.address)
  const purpose = userId === null ? 'login' : 'link'
  const { nonceId, expiresAt } = await takeNonce(ctx, {
    ...{ nonce: signIn.nonce, appId: app.id, device: dpop.thumbprint, subject, purpose, userId },
  })
  const { chainId = chainOf(method, signIn) } = told
  if (!isOwnSite(ctx, app, signIn.uri) || chainId !== chainOf(method, signIn)) throw notThisMessage()

  const identity =
    account.type === 'wallet'
      ? ({ type: account.type, subject } as const)
      : ({ type: account.type, subject: signIn.address.toLowerCase() } as const)
  const bound = deviceBoundProof(
    identity,
    {
      ...{ type: 'message', method, appId: app.id, nonceId, expiresAt: expiresAt.getTime() },
      ...{ origin: signIn.uri, message, carriage, signature },
    },
    signed,
    dpop,
  )
  return {
    ...bound,
    details: {
      address: signIn.address,
      ...(account.type === 'wallet' ? walletDetails(told, chainId) : account.details),
    },
    refreshesDetails: true,
    refusal(reason) {
      switch (reason) {
        case 'expired':
          return nonceIsOver()
        case 'message':
          return notThisMessage()
        case 'account':
          return apiError(
            'invalid_credentials',
            'This address is known here with another key, or on another chain. Use the wallet as you did before.',
          )
        case 'node':
          return apiError(
            'not_supported',
            'This site cannot check contract wallets on this chain. Switch the wallet to another chain.',
          )
        case 'chain':
          return apiError('service_unavailable', 'This wallet cannot be checked just now. Try again.')
        default:
          return bound.refusal(reason)
      }
    },
  }
}

const inCarrier = (carriage: Parameters<typeof readCarried>[0], message: string) => {
  const carried = readCarried(carriage, message)
  return carried && readSolanaSignIn(carried.text)
}

/** CAIP-2; a Solana account is of no chain in particular. */
const chainOf = (method: WalletMethod, { chainId }: SignInMessage): string | undefined =>
  method === 'siwe' ? `eip155:${chainId}` : undefined

/** One of the app's sites, or the wallet's own page. */
const isOwnSite = ({ settings }: Context, { config }: App, origin: string): boolean =>
  config.allowed_domains.includes(origin) || origin === settings.origin

const walletDetails = (
  { walletClientType, connectorType }: Pick<SignedMessage, 'walletClientType' | 'connectorType'>,
  chainId: string | undefined,
): AccountDetails => ({
  ...(chainId && { chainId }),
  ...(walletClientType && { walletClientType }),
  ...(connectorType && { connectorType }),
})

const notThisMessage = () =>
  apiError(
    'invalid_credentials',
    'The wallet did not sign this site’s own message. Start again, and sign what this site shows.',
  )
