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
import { claimExpectedKey, pregenerateKey } from '../keys/expected-key.ts'
import { exportKey } from '../keys/export-key.ts'
import { importKey } from '../keys/import-key.ts'
import { issueImportKey } from '../keys/import-recipient.ts'
import { claimKey, receiveKey } from '../keys/receive-key.ts'
import { beginTotp } from '../mfa/begin-totp.ts'
import { changeFactors } from '../mfa/change-factors.ts'
import { checkMfa } from '../mfa/check-mfa.ts'
import { proveFactor } from '../mfa/prove-factor.ts'
import { beginFactorReset, completeFactorReset } from '../mfa/reset-factors.ts'
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
import type { RootKeeper } from '../root-keeper.ts'
import { advanceRoots, makeRoots, readKeyIds, rewrap, takeRoots } from '../root-operations.ts'
import type { ROOT_OPERATIONS } from '../root-shapes.ts'
import { issueNonce } from '../sign-in/nonce.ts'
import { walletRpc } from '../wallet-rpc.ts'

type Handler<O extends SignerOperation> = (
  custody: Custody,
  request: SignerRequest<O>,
) => SignerResponse<O> | Promise<SignerResponse<O>>

type RootOperation = keyof typeof ROOT_OPERATIONS
/** What is asked before there are roots, too. */
type Rootless = RootOperation | 'readClock' | 'checkMailer'

/** All that the process holds but for the keys of its roots. */
export interface Holdings extends Omit<Custody, 'keyring'> {
  readonly roots: RootKeeper
}

const ROOTLESS: {
  readonly [O in Rootless]: (
    holdings: Holdings,
    request: SignerRequest<O>,
  ) => SignerResponse<O> | Promise<SignerResponse<O>>
} = {
  readClock: ({ now }) => ({ now: now() }),
  checkMailer: async ({ mailer }) => ({
    answers: await mailer.ping({}).then(
      () => true,
      () => false,
    ),
  }),
  readKeyIds: ({ roots }) => readKeyIds(roots),
  openRoots: ({ roots }, request) => takeRoots(roots, request),
  makeRoots: ({ roots }, request) => makeRoots(roots, request),
  advanceRoots: ({ roots }, request) => advanceRoots(roots, request),
  rewrap: ({ roots }, request) => rewrap(roots, request),
}

const HANDLERS: { readonly [O in Exclude<SignerOperation, Rootless>]: Handler<O> } = {
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
  pregenerateKey,
  claimExpectedKey,
  beginTotp,
  proveFactor,
  changeFactors,
  checkMfa,
  sealAuthorizationKey,
  sealPolicy,
  readDelegationTerms,
  changeDelegates,
  revokeDelegates,
  dropDelegate,
  delegatedRpc,
  beginFactorReset,
  completeFactorReset,
}

/** Object.hasOwn, not `in`: `constructor` is no operation. @param isOperators the signer is the operator's own */
export const isOperation = (name: string, isOperators: boolean): name is SignerOperation =>
  (Object.hasOwn(HANDLERS, name) || isRootless(name)) &&
  (isOperators || !OPERATORS_OWN.some(it => it === name))

const isRootless = (name: string): name is Rootless => Object.hasOwn(ROOTLESS, name)

/**
 * Validates a request against the interface and performs it.
 * @throws SignerRefusal; `invalid_request` names the first field that does not fit, never its value.
 */
export async function perform<O extends SignerOperation>(
  holdings: Holdings,
  operation: O,
  request: unknown,
): Promise<SignerResponse<O>> {
  const parsed = SIGNER_OPERATIONS[operation].request.safeParse(request)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') || 'the request'
    throw new SignerRefusal('invalid_request', `${operation}: ${field} does not fit the interface.`)
  }
  const asked = parsed.data as never
  if (isRootless(operation))
    return ROOTLESS[operation](holdings, asked) as SignerResponse<O> | Promise<SignerResponse<O>>
  // One keyring for the whole of an operation, whatever comes meanwhile.
  const custody = { ...holdings, keyring: holdings.roots.keyring() }
  const handler = HANDLERS[operation as keyof typeof HANDLERS] as Handler<O>
  return handler(custody, asked)
}
