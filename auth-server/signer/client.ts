import * as z from 'zod'
import { REQUEST_TIMEOUT_MS as SENDING_MS } from '../mailer/client.ts'
import { connectProcess } from '../processes/connection.ts'
import {
  SIGNER_OPERATIONS,
  type SignerClient,
  type SignerOperation,
  type SignerRequest,
  type SignerResponse,
} from './operations.ts'
import { SIGNER_REFUSAL_CODES, SignerRefusal } from './refusal.ts'

/** The signer answers in milliseconds; who waits this long waits for a process that hangs. */
const REQUEST_TIMEOUT_MS = 10_000
/** A code waits for a mail server or a gateway besides, a grant for its provider, a recovery for its cloud. */
const CODE_TIMEOUT_MS = SENDING_MS + REQUEST_TIMEOUT_MS
const LEAVES_THE_SERVER: ReadonlySet<string> = new Set<SignerOperation>([
  'issueCode',
  'redeemGrant',
  'startRecovery',
  'redeemRecovery',
])

const lacksRoots = (error: unknown): boolean =>
  error instanceof SignerRefusal && (error.code === 'no_roots' || error.code === 'unknown_key')

const code = z.enum(SIGNER_REFUSAL_CODES)

/**
 * The signer as the API process sees it. It connects at the first call and again after the signer was restarted.
 *
 * A call rejects with `SignerRefusal`; `unavailable` when the signer is not running, went away while the call waited, or
 * did not answer within 10 seconds. A call that was sent is never sent again: the caller decides whether it may be.
 *
 * @param socketPath the Unix socket that `startSigner` was given.
 * @param readRoots what the signer is given when it lacks its roots, or a key that they have by now; it did nothing of what it
 *   refused so, and is asked once more
 */
export function connectSigner(
  socketPath: string,
  readRoots: (() => Promise<string>) | null = null,
): SignerClient {
  const { call, close } = connectProcess({
    name: 'The signer',
    socketPath,
    timeoutMs: REQUEST_TIMEOUT_MS,
    // A code that is none of the interface's is as good as no answer.
    refusal: refused => new SignerRefusal(code.catch('internal_error').parse(refused.code), refused.message),
  })

  const plain =
    <O extends SignerOperation>(name: O, response: z.ZodType<SignerResponse<O>>) =>
    async (request: SignerRequest<O>): Promise<SignerResponse<O>> =>
      response.parse(
        await call(name, request, LEAVES_THE_SERVER.has(name) ? CODE_TIMEOUT_MS : REQUEST_TIMEOUT_MS),
      )
  const openRoots = plain('openRoots', SIGNER_OPERATIONS.openRoots.response)
  const operation = <O extends SignerOperation>(name: O, response: z.ZodType<SignerResponse<O>>) => {
    const ask = plain(name, response)
    return async (request: SignerRequest<O>): Promise<SignerResponse<O>> => {
      try {
        return await ask(request)
      } catch (error) {
        if (readRoots === null || !lacksRoots(error)) throw error
        await openRoots({ sealed: await readRoots() })
        return ask(request)
      }
    }
  }

  return {
    readClock: operation('readClock', SIGNER_OPERATIONS.readClock.response),
    checkMailer: operation('checkMailer', SIGNER_OPERATIONS.checkMailer.response),
    readPublicKeys: operation('readPublicKeys', SIGNER_OPERATIONS.readPublicKeys.response),
    issueNonce: operation('issueNonce', SIGNER_OPERATIONS.issueNonce.response),
    issueCode: operation('issueCode', SIGNER_OPERATIONS.issueCode.response),
    issueChallenge: operation('issueChallenge', SIGNER_OPERATIONS.issueChallenge.response),
    verifyLogin: operation('verifyLogin', SIGNER_OPERATIONS.verifyLogin.response),
    startGrant: operation('startGrant', SIGNER_OPERATIONS.startGrant.response),
    redeemGrant: operation('redeemGrant', SIGNER_OPERATIONS.redeemGrant.response),
    openChannel: operation('openChannel', SIGNER_OPERATIONS.openChannel.response),
    readChannel: operation('readChannel', SIGNER_OPERATIONS.readChannel.response),
    adoptUser: operation('adoptUser', SIGNER_OPERATIONS.adoptUser.response),
    openTokenKey: operation('openTokenKey', SIGNER_OPERATIONS.openTokenKey.response),
    sealProviderSecret: operation('sealProviderSecret', SIGNER_OPERATIONS.sealProviderSecret.response),
    openProviderSecret: operation('openProviderSecret', SIGNER_OPERATIONS.openProviderSecret.response),
    sealIssuer: operation('sealIssuer', SIGNER_OPERATIONS.sealIssuer.response),
    sealOauthClient: operation('sealOauthClient', SIGNER_OPERATIONS.sealOauthClient.response),
    makeEntropySalt: operation('makeEntropySalt', SIGNER_OPERATIONS.makeEntropySalt.response),
    createWallet: operation('createWallet', SIGNER_OPERATIONS.createWallet.response),
    walletRpc: operation('walletRpc', SIGNER_OPERATIONS.walletRpc.response),
    releaseShareKeys: operation('releaseShareKeys', SIGNER_OPERATIONS.releaseShareKeys.response),
    startRecovery: operation('startRecovery', SIGNER_OPERATIONS.startRecovery.response),
    redeemRecovery: operation('redeemRecovery', SIGNER_OPERATIONS.redeemRecovery.response),
    sealRecoveryKey: operation('sealRecoveryKey', SIGNER_OPERATIONS.sealRecoveryKey.response),
    releaseRecoveryKey: operation('releaseRecoveryKey', SIGNER_OPERATIONS.releaseRecoveryKey.response),
    issueImportKey: operation('issueImportKey', SIGNER_OPERATIONS.issueImportKey.response),
    importKey: operation('importKey', SIGNER_OPERATIONS.importKey.response),
    exportKey: operation('exportKey', SIGNER_OPERATIONS.exportKey.response),
    receiveKey: operation('receiveKey', SIGNER_OPERATIONS.receiveKey.response),
    claimKey: operation('claimKey', SIGNER_OPERATIONS.claimKey.response),
    pregenerateKey: operation('pregenerateKey', SIGNER_OPERATIONS.pregenerateKey.response),
    claimExpectedKey: operation('claimExpectedKey', SIGNER_OPERATIONS.claimExpectedKey.response),
    beginTotp: operation('beginTotp', SIGNER_OPERATIONS.beginTotp.response),
    proveFactor: operation('proveFactor', SIGNER_OPERATIONS.proveFactor.response),
    changeFactors: operation('changeFactors', SIGNER_OPERATIONS.changeFactors.response),
    checkMfa: operation('checkMfa', SIGNER_OPERATIONS.checkMfa.response),
    beginFactorReset: operation('beginFactorReset', SIGNER_OPERATIONS.beginFactorReset.response),
    completeFactorReset: operation('completeFactorReset', SIGNER_OPERATIONS.completeFactorReset.response),
    readKeyIds: operation('readKeyIds', SIGNER_OPERATIONS.readKeyIds.response),
    openRoots,
    makeRoots: operation('makeRoots', SIGNER_OPERATIONS.makeRoots.response),
    advanceRoots: operation('advanceRoots', SIGNER_OPERATIONS.advanceRoots.response),
    rewrap: operation('rewrap', SIGNER_OPERATIONS.rewrap.response),
    sealAuthorizationKey: operation('sealAuthorizationKey', SIGNER_OPERATIONS.sealAuthorizationKey.response),
    sealPolicy: operation('sealPolicy', SIGNER_OPERATIONS.sealPolicy.response),
    readDelegationTerms: operation('readDelegationTerms', SIGNER_OPERATIONS.readDelegationTerms.response),
    changeDelegates: operation('changeDelegates', SIGNER_OPERATIONS.changeDelegates.response),
    revokeDelegates: operation('revokeDelegates', SIGNER_OPERATIONS.revokeDelegates.response),
    dropDelegate: operation('dropDelegate', SIGNER_OPERATIONS.dropDelegate.response),
    delegatedRpc: operation('delegatedRpc', SIGNER_OPERATIONS.delegatedRpc.response),
    close,
  }
}
