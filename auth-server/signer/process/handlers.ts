import { adoptUser } from '../adoption.ts'
import { openChannel, readChannel } from '../channel/farcaster-channel.ts'
import { createWallet } from '../create-wallet.ts'
import type { Custody } from '../custody.ts'
import { changeDelegates } from '../delegation/change-delegates.ts'
import { delegatedRpc } from '../delegation/delegated-rpc.ts'
import { readDelegationTerms, sealAuthorizationKey, sealPolicy } from '../delegation/offers.ts'
import { dropDelegate, revokeDelegates } from '../delegation/revoke-delegates.ts'
import { makeEntropySalt } from '../entropy-salt.ts'
import { sealOauthClient } from '../grant/client-seal.ts'
import { redeemGrant } from '../grant/redeem-grant.ts'
import { redeemRecovery } from '../grant/redeem-recovery.ts'
import { startGrant } from '../grant/start-grant.ts'
import { startRecovery } from '../grant/start-recovery.ts'
import { issueCode } from '../issue-code.ts'
import { sealIssuer } from '../issuer-seal.ts'
import { exportKey } from '../keys/export-key.ts'
import { importKey } from '../keys/import-key.ts'
import { issueImportKey } from '../keys/import-recipient.ts'
import { claimKey, receiveKey } from '../keys/receive-key.ts'
import { openTokenKey } from '../open-token-key.ts'
import {
  OPERATORS_OWN,
  SIGNER_OPERATIONS,
  type SignerOperation,
  type SignerRequest,
  type SignerResponse,
} from '../operations.ts'
import { issueChallenge } from '../passkey-challenge.ts'
import { verifyLogin } from '../proof/verify-login.ts'
import { openProviderSecret, sealProviderSecret } from '../provider-secret.ts'
import { readPublicKeys } from '../read-public-keys.ts'
import { releaseRecoveryKey, sealRecoveryKey } from '../recovery-key.ts'
import { SignerRefusal } from '../refusal.ts'
import { releaseShareKeys } from '../release-share-keys.ts'
import { issueNonce } from '../sign-in/nonce.ts'
import { walletRpc } from '../wallet-rpc.ts'

type Handler<O extends SignerOperation> = (
  custody: Custody,
  request: SignerRequest<O>,
) => SignerResponse<O> | Promise<SignerResponse<O>>

const HANDLERS: { readonly [O in SignerOperation]: Handler<O> } = {
  readClock: custody => ({ now: custody.now() }),
  checkMailer: async ({ mailer }) => ({
    answers: await mailer.ping({}).then(
      () => true,
      () => false,
    ),
  }),
  readPublicKeys,
  issueCode,
  issueChallenge,
  issueNonce,
  verifyLogin,
  startGrant,
  redeemGrant,
  openChannel,
  readChannel,
  adoptUser,
  openTokenKey,
  sealProviderSecret,
  openProviderSecret,
  sealIssuer,
  sealOauthClient,
  makeEntropySalt,
  createWallet,
  walletRpc,
  releaseShareKeys,
  startRecovery,
  redeemRecovery,
  sealRecoveryKey,
  releaseRecoveryKey,
  issueImportKey,
  importKey,
  exportKey,
  receiveKey,
  claimKey,
  sealAuthorizationKey,
  sealPolicy,
  readDelegationTerms,
  changeDelegates,
  revokeDelegates,
  dropDelegate,
  delegatedRpc,
}

/** Object.hasOwn, not `in`: `constructor` is no operation. @param isOperators the signer is the operator's own */
export const isOperation = (name: string, isOperators: boolean): name is SignerOperation =>
  Object.hasOwn(HANDLERS, name) && (isOperators || !OPERATORS_OWN.some(it => it === name))

/**
 * Validates a request against the interface and performs it.
 * @throws SignerRefusal; `invalid_request` names the first field that does not fit, never its value.
 */
export async function perform<O extends SignerOperation>(
  custody: Custody,
  operation: O,
  request: unknown,
): Promise<SignerResponse<O>> {
  const parsed = SIGNER_OPERATIONS[operation].request.safeParse(request)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') || 'the request'
    throw new SignerRefusal('invalid_request', `${operation}: ${field} does not fit the interface.`)
  }
  const handler: Handler<O> = HANDLERS[operation]
  return handler(custody, parsed.data as SignerRequest<O>)
}
