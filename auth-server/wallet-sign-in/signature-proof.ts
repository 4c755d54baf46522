import { chainTypeOf, type LinkedAccountType } from '@vitrine/shared/account/login-facts.ts'
import { allowsOrigin } from '@vitrine/shared/config/allowed-origin.ts'
import type { MESSAGE_TYPES } from '@vitrine/shared/wallet/solana-sign-in.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { AccountDetails } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { deviceBoundProof } from '../identity/device-bound-proof.ts'
import type { ProofOfIdentity } from '../identity/proof-of-identity.ts'
import { subjectOf, type WalletMethod } from '../signer/sign-in/nonce.ts'
import { readSignIn, readSolanaSignIn } from '../signer/sign-in/sign-in-message.ts'
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

/** A contract that a wallet owns, to be added in the place of a wallet. */
interface OwnedContract {
  readonly type: LinkedAccountType
  readonly details: AccountDetails
}
type WalletProof = ProofOfIdentity & { readonly identity: { readonly type: LinkedAccountType } }

/**
 * What a message that a wallet signed brings to log in or to link. The nonce is used up, then the signer checks message and
 * signature, and asks the chain where a contract signed.
 * @param userId to link; `null` to log in
 * @throws `invalid_message` (422) | `invalid_credentials` (422) | `not_supported` (422) | `service_unavailable` (503)
 */
export async function proofBySignature(
  ctx: Context,
  app: App,
  method: WalletMethod,
  signed: SignedRequest<SignedMessage>,
  dpop: DpopProof,
  userId: string | null,
  contract: OwnedContract | null = null,
): Promise<WalletProof> {
  const { message, signature, message_type: carriage = 'plain', ...told } = signed.request
  const isSolana = chainTypeOf(method) === 'solana'
  const signIn = isSolana ? inCarrier(carriage, message) : readSignIn(message)
  if (!signIn) throw notThisMessage()
  const subject = subjectOf(method, signIn.address)
  const purpose = userId === null ? 'login' : 'link'
  const { nonceId, expiresAt } = await takeNonce(ctx, {
    ...{ nonce: signIn.nonce, appId: app.id, device: dpop.thumbprint, subject, purpose, userId },
  })
  // CAIP-2; a Solana account is of no chain in particular.
  const signedFor = isSolana ? undefined : `eip155:${signIn.chainId}`
  const { chainId = signedFor } = told
  if (!isOwnSite(ctx, app, signIn.uri) || chainId !== signedFor) throw notThisMessage()

  const identity = contract
    ? ({ type: contract.type, subject: signIn.address.toLowerCase() } as const)
    : ({ type: 'wallet', subject } as const)
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
      ...(contract?.details ?? walletDetails(told, chainId)),
    },
    refreshesDetails: true,
    refusal(reason) {
      switch (reason) {
        case 'expired':
          return nonceIsOver()
        case 'message':
          return notThisMessage('invalid_credentials')
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

/** One of the app's sites, or the wallet's own page. */
const isOwnSite = ({ settings }: Context, { config }: App, origin: string): boolean =>
  allowsOrigin(config.allowed_domains, origin) || origin === settings.origin

const walletDetails = (
  { walletClientType, connectorType }: Pick<SignedMessage, 'walletClientType' | 'connectorType'>,
  chainId: string | undefined,
): AccountDetails => ({
  ...(chainId && { chainId }),
  ...(walletClientType && { walletClientType }),
  ...(connectorType && { connectorType }),
})

const notThisMessage = (code: 'invalid_message' | 'invalid_credentials' = 'invalid_message') =>
  apiError(
    code,
    'The wallet did not sign this site’s own message. Start again, and sign what this site shows.',
  )
