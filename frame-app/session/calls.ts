import { accountTypeOf, wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import { BROWSER_HEADER } from '@vitrine/shared/api/headers.ts'
import { type CloudRecovery, recoveryAuthenticateResponse } from '@vitrine/shared/api/recovery.ts'
import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import { type WireUser, wireUser } from '@vitrine/shared/api/user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { resultName, type Way } from '@vitrine/shared/login/registry.ts'
import type { MfaPurpose } from '@vitrine/shared/otp/code.ts'
import type { SignerStatement } from '@vitrine/shared/signer/statement.ts'
import type * as z from 'zod/mini'
import type { PlainCalls } from '../http/plain-calls.ts'
import type { AuthorizedRequests, Prover } from './authorized-request.ts'
import { browserId } from './browser-id.ts'
import { toClientUser } from './client-user.ts'
import type { Session } from './session.ts'
import {
  createSignedLogins,
  type LoginSecret,
  type SignedLoginParts,
  type UnsignedLogin,
} from './signed-logins.ts'

/**
 * HTTP for login methods, each of which brings its own paths, bodies and schemas (`login/<slug>/<slug>-api.ts`). Paths
 * are below `/api/v1`. Every call rejects with `VitrineError`; an aborted signal rejects with the signal's reason.
 */
export interface Calls extends PlainCalls {
  /** As the logged-in user: access token and a proof of the device's key. */
  postAuthorized<T>(path: string, body: object, answer: z.ZodMiniType<T>, signal: AbortSignal): Promise<T>
  /** The same, to read. @param path with its query */
  getAuthorized<T>(path: string, answer: z.ZodMiniType<T>, signal: AbortSignal): Promise<T>
  /** As a device on which nobody need be logged in: with a proof of its key, e.g. to ask for a code. */
  postProven<T>(path: string, body: object, answer: z.ZodMiniType<T>, signal: AbortSignal): Promise<T>
  /**
   * An `authenticate` or `register` path, whose answer begins the session: when this resolves it is stored and `session`
   * has changed. The device signs the whole request, so that the session is its own from its first moment.
   */
  authenticate(
    path: string,
    body: object,
    way: Way,
    signal: AbortSignal,
    secret?: Secret,
  ): Promise<FrameResult<'login'>>
  /** A `link` or `update` path: the device signs what is added to the user. `session` has the user when this resolves. */
  addAccount(
    path: string,
    body: object,
    { purpose, way }: { readonly purpose: 'link' | 'update'; readonly way: Way },
    signal: AbortSignal,
    secret?: Secret,
  ): Promise<User>
  /** A path where a user who is logged in proves a login that they have: the device signs what is confirmed. */
  confirm<T>(
    path: string,
    body: object,
    answer: z.ZodMiniType<T>,
    way: Way,
    signal: AbortSignal,
    secret?: Secret,
  ): Promise<T>
  /** The same under `/mfa`, where a code proves a second factor and no login. */
  signed<T>(
    path: string,
    body: object,
    answer: z.ZodMiniType<T>,
    signal: AbortSignal,
    secret?: LoginSecret & { readonly purpose: MfaPurpose },
  ): Promise<T>
  /**
   * POST /recovery/oauth/authenticate: leave to ask the person's own cloud. @returns the access token as a compact JWE for
   * `recipient` @throws VitrineError `oauth_unexpected`: the signer has not sealed it
   */
  cloudToken(grant: CloudGrant, recipient: string, signal: AbortSignal): Promise<string>
  /**
   * `token` of an init body: proves that a person is there. `undefined` where the app's captcha is off. One token is good
   * for one call, so ask right before it. Rejects with `captcha_failure`, `captcha_timeout`, `captcha_disabled`.
   * @param demanded the server asks for it, whatever the app's config said
   */
  captchaToken(signal: AbortSignal, demanded?: 'demanded'): Promise<string | undefined>
  /**
   * That the server's signer made the challenge which a passkey is asked to sign, for this app.
   * @throws VitrineError `unknown_auth_error`
   */
  requireIssued(challenge: string, signature: string): Promise<void>
  /**
   * That the server's signer made the address that a person is sent to, for this app and this flow.
   * @throws VitrineError `oauth_unexpected`, `unknown_auth_error` of a channel
   */
  requireAddress(flow: SentTo, signature: string): Promise<void>
  /**
   * That the server's signer made the nonce of a message that a wallet is asked to sign: for this app, device and address, and
   * for what the person is doing here. @throws VitrineError `unknown_auth_error`
   */
  requireNonce(issued: IssuedNonce, signature: string): Promise<void>
  /**
   * That the server's signer encrypted this for the person who is logged in, this device and `recipient`.
   * @throws VitrineError `unknown_mfa_error`
   */
  requireSealed(
    kind: 'totp-secret' | 'recovery-codes',
    recipient: string,
    answer: { readonly sealed: string; readonly signature: string },
  ): Promise<void>
  /** What is sealed for the server's signer is encrypted to it; base64url. */
  signerKey(): Promise<string>
  /** RFC 7638 thumbprint of the device's key, which signs what is sent. */
  device(): Promise<string>
  /** A path that answers with the changed user, e.g. `unlink`; `session` has it when this resolves. */
  changeUser(path: string, body: object, signal: AbortSignal): Promise<User>
  /** The user as an answer had them: `session` has them when this resolves. */
  takeUser(user: WireUser): Promise<User>
}

/** Where a person is sent, as the signer says it. */
type SentTo = OwnWords<Extract<SignerStatement, { kind: 'oauth-url' | 'channel-url' }>>
/** The nonce of a message that a person's wallet is asked to sign. */
type IssuedNonce = OwnWords<Extract<SignerStatement, { kind: 'sign-in-nonce' }>>
type OwnWords<S> = S extends unknown ? Omit<S, 'origin' | 'appId'> : never

/** What a window came back with from a cloud, and what it is worth nothing without. */
export interface CloudGrant {
  readonly provider: CloudRecovery
  readonly state: string
  readonly verifier: string
  /** Sealed for the signer. */
  readonly answer: string
}

/** What proves that a person has the way's account: the member of the body that it becomes, sealed. */
export interface Secret extends Pick<LoginSecret, 'member' | 'value'> {
  /** The account's subject as the server normalises it. */
  readonly subject: string
}

export interface CallsOptions extends SignedLoginParts {
  readonly prover: Prover
  readonly requests: AuthorizedRequests
  readonly session: Session
  /** Told of a login before its session begins. */
  onLogin(result: FrameResult<'login'>, way: Way): void
}

/** What login methods ask of the server with a proof of the device's key, whatever the method. */
export function createCalls(
  options: CallsOptions,
): Pick<
  Calls,
  | 'postAuthorized'
  | 'getAuthorized'
  | 'postProven'
  | 'authenticate'
  | 'addAccount'
  | 'confirm'
  | 'signed'
  | 'cloudToken'
  | 'requireIssued'
  | 'requireAddress'
  | 'requireNonce'
  | 'requireSealed'
  | 'signerKey'
  | 'device'
  | 'changeUser'
  | 'takeUser'
> {
  const { appId, http, prover, requests, session, signer, vault, onLogin } = options
  const logins = createSignedLogins(options)
  const take = (user: WireUser): User => {
    session.updateUser(user, null)
    return toClientUser(user)
  }
  const sendSigned = async <T>(
    request: Omit<UnsignedLogin, 'userId'>,
    answer: z.ZodMiniType<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    const userId = session.wireUser()?.id ?? null
    const { body, payload } = await logins.prepare({ ...request, userId })
    return requests.send({ method: 'POST', path: request.path, body, answer, signal }, { payload })
  }
  return {
    postAuthorized: (path, body, answer, signal) =>
      requests.send({ method: 'POST', path, body, answer, signal }),
    getAuthorized: (path, answer, signal) => requests.send({ method: 'GET', path, answer, signal }),
    postProven: (path, body, answer, signal) =>
      http.request({
        method: 'POST',
        path,
        body,
        answer,
        headers: url => prover.headers('POST', url),
        signal,
      }),
    async authenticate(path, plain, way, signal, secret) {
      const login = { path, body: plain, purpose: 'login', userId: null, secret: of(way, secret) } as const
      const { body, payload } = await logins.prepare(login)
      const answer = await http.request({
        method: 'POST',
        path,
        body,
        answer: authenticatedUser,
        headers: async url => {
          const browser = browserId()
          const proven = await prover.headers('POST', url, undefined, { payload })
          return { ...proven, ...(browser && { [BROWSER_HEADER]: browser }) }
        },
        signal,
      })
      const user = toClientUser(answer.user)
      const result = {
        user,
        isNewUser: answer.is_new_user ?? false,
        wasAlreadyAuthenticated: false,
        loginMethod: resultName(way),
        loginAccount: loginAccount(user.linkedAccounts, way),
      }
      onLogin(result, way)
      session.begin(answer)
      return result
    },
    addAccount: async (path, body, { purpose, way }, signal, secret) =>
      take(await sendSigned({ path, body, purpose, secret: of(way, secret) }, wireUser, signal)),
    confirm: (path, body, answer, way, signal, secret) =>
      sendSigned({ path, body, purpose: 'step-up', secret: of(way, secret) }, answer, signal),
    signed: (path, body, answer, signal, secret) =>
      // Without a secret there is nothing whose purpose it could be.
      sendSigned({ path, body, purpose: secret?.purpose ?? 'mfa-verify', secret }, answer, signal),
    async cloudToken({ provider, state, verifier, answer }, recipient, signal) {
      const userId = session.wireUser()?.id
      if (userId === undefined) throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
      const given = await sendSigned(
        {
          path: '/recovery/oauth/authenticate',
          body: { provider, state_code: state, authorization_code: answer, recipient },
          purpose: 'recovery',
          // Nobody knows the account: the verifier belongs to its flow.
          secret: {
            member: 'code_verifier',
            value: verifier,
            identity: { type: provider, subject: state },
          },
        },
        recoveryAuthenticateResponse,
        signal,
      )
      const [sealed, device] = [given.access_token, await vault.use(it => it.publicKey())]
      const token = { kind: 'cloud-token', appId, userId, device, provider, recipient, sealed } as const
      // Else who took over the API process could have the person's secret put into a cloud of their own.
      if (await signer.vouches(token, given.signature)) return sealed
      throw clientError('oauth_unexpected', TOKEN_NOT_BY_SIGNER)
    },
    async requireIssued(challenge, signature) {
      if (!(await signer.vouches({ kind: 'challenge', appId, challenge }, signature)))
        throw clientError('unknown_auth_error', NOT_BY_SIGNER)
    },
    async requireAddress(flow, signature) {
      if (await signer.vouches({ ...flow, appId }, signature)) return
      const code = flow.kind === 'oauth-url' ? 'oauth_unexpected' : 'unknown_auth_error'
      throw clientError(code, ADDRESS_NOT_BY_SIGNER)
    },
    async requireNonce(issued, signature) {
      if (!(await signer.vouches({ ...issued, appId }, signature)))
        throw clientError('unknown_auth_error', NONCE_NOT_BY_SIGNER)
    },
    async requireSealed(kind, recipient, { sealed, signature }) {
      const userId = session.wireUser()?.id
      if (userId === undefined) throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
      const device = await vault.use(it => it.publicKey())
      if (!(await signer.vouches({ kind, appId, userId, device, recipient, sealed }, signature)))
        throw clientError('unknown_mfa_error', SECRET_NOT_BY_SIGNER)
    },
    signerKey: () => signer.recipient(),
    device: () => vault.use(it => it.thumbprint()),
    takeUser: async user => take(user),
    changeUser: async (path, body, signal) =>
      take(await requests.send({ method: 'POST', path, body, answer: wireUser, signal })),
  }
}

const NOT_BY_SIGNER =
  'The request for a passkey is not from the wallet’s signer, and was not shown. Tell the wallet’s operator.'

const NONCE_NOT_BY_SIGNER =
  'The message to sign is not from the wallet’s signer, and was not shown. Tell the wallet’s operator.'

const TOKEN_NOT_BY_SIGNER =
  'The access to your cloud is not from the wallet’s signer, and was not used. Tell the wallet’s operator.'

const SECRET_NOT_BY_SIGNER =
  'What came is not from the wallet’s signer, and is not shown. Tell the wallet’s operator.'

const ADDRESS_NOT_BY_SIGNER =
  'The address of this login is not from the wallet’s signer, and was not opened. Tell the wallet’s operator.'

const of = (way: Way, secret: Secret | undefined): LoginSecret | undefined =>
  secret && { ...secret, identity: { type: accountTypeOf(way), subject: secret.subject } }

/** Of several accounts that the way could have proven the one verified last; none for a way whose account nobody sees. */
function loginAccount(
  accounts: FrameResult<'login'>['user']['linkedAccounts'],
  way: Way,
): FrameResult<'login'>['loginAccount'] {
  const proven = accountTypeOf(way)
  const [latest] = accounts
    .filter(account => account.type === proven && isProvenBy(way, account))
    .sort((a, b) => Number(b.latestVerifiedAt) - Number(a.latestVerifiedAt))
  return latest ?? null
}

/** Of wallets those of the way's chain, and none that was made here. */
const isProvenBy = ({ method }: Way, account: User['linkedAccounts'][number]): boolean =>
  account.type !== 'wallet' ||
  (account.connectorType !== 'embedded' && wayOfAccount(account)?.method === method)
