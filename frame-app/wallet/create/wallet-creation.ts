import { WALLET_PROXY_FAILED } from '@vitrine/shared/errors/messages.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EmbeddedWallets } from '../../config/embedded-wallets.ts'
import type { Notices } from '../../kernel/notices.ts'
import type { Mfa, RunOptions } from '../../mfa/mfa.ts'
import type { EmbeddedWallet } from '../../session/held-wallet.ts'
import type { Session } from '../../session/session.ts'
import { VAULT_TIMEOUT_FOR_CREATION_MS, type VaultClient } from '../../vault/client.ts'
import type { WalletPlace } from '../../vault/set/device-set.ts'
import type { AsksForRecovery } from '../asks-for-recovery.ts'
import type { NamedSigner } from '../delegates/named-signers.ts'
import type { DeviceWallets } from '../device/device-wallets.ts'
import { addressOnDevice, isOnDevice as isOnDeviceWallet } from '../device/on-device.ts'
import type { RecoverySecret } from '../recovery-secret.ts'
import type { SignedRequests } from '../signed-request.ts'
import { type Announcer, embeddedOf, unauthenticated } from './announce.ts'
import {
  autoCreationKey,
  type ChainType,
  type CreateWalletOptions,
  creationKey,
  requestWallet,
} from './create-wallet.ts'
import { type CreateOptions, planCreation, readCreateOptions } from './creation-rules.ts'
import { within } from './within.ts'

/**
 * A recovery that was given; `null`: none was, and none may be asked for; `'ask'`: a screen may ask where one is needed;
 * `'declined'`: the person was asked, and set none.
 */
export type RecoverySource = { readonly given: RecoverySecret } | null | 'ask' | 'declined'

export const isGiven = (source: RecoverySource) => typeof source === 'object' && source !== null

export interface WalletCreation {
  /** A wallet that the page asked for. @param options as it gave them */
  create(options: unknown): Promise<EmbeddedWallet>
  /**
   * The user's first wallet of a chain; in two tabs at once or tried again, the same one.
   * @param login `quiet`: a login makes it that nobody sees, and a second factor is not asked for
   * @throws VitrineError `embedded_wallet_password_unconfirmed` when a recovery is needed and none may be asked for
   */
  createFirst(
    chainType?: ChainType,
    signal?: AbortSignal,
    recovery?: RecoverySource,
    login?: 'seen' | 'quiet',
  ): Promise<EmbeddedWallet>
  /** Makes an on-device wallet with a recovery that a screen asked for. */
  createWithRecovery(place: WalletPlace, secret: RecoverySecret, signal: AbortSignal): Promise<EmbeddedWallet>
  /** Starts the vault, for a creation that waits for it. @throws VitrineError `unknown_embedded_wallet_error` */
  startVault(signal: AbortSignal): Promise<void>
}

export interface WalletCreationParts {
  readonly requests: SignedRequests
  readonly vault: VaultClient
  readonly device: DeviceWallets
  readonly asks: AsksForRecovery & {
    /** Has a person try again until the vault has started; rejects when they leave. */
    startVault(): Promise<unknown>
    /** Has them let keys of the app's use a new wallet, or not. @returns the wallet as it is then */
    consent(wallet: EmbeddedWallet, signers: readonly NamedSigner[]): Promise<EmbeddedWallet>
  }
  readonly session: Session
  readonly notices: Pick<Notices, 'emit'>
  readonly announcer: Announcer
  readonly mfa: Pick<Mfa, 'run'>
  config(): EmbeddedWallets
  /** GET /users/me into the session. */
  refreshUser(): Promise<void>
}

/** Makes wallets and tells the page: `walletCreated` for each, `error` for what went wrong (specification §8). */
export function createWalletCreation(parts: WalletCreationParts): WalletCreation {
  const { session, notices, device, mfa } = parts
  const { announce, before } = parts.announcer

  const walletsOf = (chainType: ChainType) => embeddedOf(session, chainType)
  /** A wallet of the person's own set: all of them have one recovery. */
  const walletHere = () => {
    const snapshot = session.current.get()
    if (snapshot.status === 'anonymous') return undefined
    return snapshot.wallets.filter(isOnDeviceWallet).find(({ sealedFor }) => !sealedFor)
  }
  const isOnDevice = () => parts.config().mode === 'legacy-embedded-wallets-only'

  const makeAtServer = async (
    chainType: ChainType,
    createAdditional: boolean,
    idempotencyKey: CreateWalletOptions['idempotencyKey'],
    { signal, mayAsk = true }: Asking = {},
  ) => {
    const then = before(chainType)
    const options = { chainType, createAdditional, idempotencyKey }
    // Its time is the server's: a person who is asked for a second factor takes theirs.
    const request = () =>
      within(VAULT_TIMEOUT_FOR_CREATION_MS, signal, limit =>
        requestWallet(parts.requests, parts.vault, { ...options, signal: limit }),
      )
    const resource = await mfa.run(request, { signal, mayAsk })
    return announce({ ...resource, custody: 'server', recovery_method: 'privy-v2' }, then)
  }

  const makeHere = async (
    place: WalletPlace,
    secret: RecoverySecret | null,
    { signal, mayAsk = true }: Asking = {},
  ) => {
    const then = before(place.chainType)
    const create = () =>
      within(VAULT_TIMEOUT_FOR_CREATION_MS, signal, limit => device.create(place, secret, limit))
    const set = await mfa.run(create, { signal, mayAsk })
    const made = set.wallets.find(
      it => it.chain_type === place.chainType && it.wallet_index === place.walletIndex,
    )
    if (!made) throw notCreated()
    return announce({ ...made, custody: 'device', recovery_method: set.recovery_method }, then)
  }

  /** What the set holds by now, or a wallet more of it. */
  const takeUp = async ({ chainType, walletIndex }: WalletPlace, asking?: Asking) => {
    await parts.refreshUser().catch(() => {})
    const existing = walletsOf(chainType).find(it => it.walletIndex === walletIndex)
    return existing ?? makeHere({ chainType, walletIndex }, null, asking)
  }

  /** One secret opens, and one press starts, for all calls that come together. */
  const askToRecover = together(() => parts.asks.recover(walletHere()))
  const askToStartVault = together(() => parts.asks.startVault())
  /** Without the vault there is no wallet: a screen has the person try again until it has started (specification §4). */
  const withVault = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;)
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof VitrineError) || error.message !== WALLET_PROXY_FAILED) throw error
        await askToStartVault()
      }
  }

  /** Asks for what this device needs before it can make the wallet: a new recovery, or the one of before. */
  const makeOnDevice = async (place: WalletPlace, recovery: RecoverySource, asking?: Asking) => {
    const hasSet = addressOnDevice(session) !== null
    if (!hasSet && parts.config().requireUserOwnedRecoveryOnCreate && !isGiven(recovery)) {
      if (recovery === null)
        throw clientError('embedded_wallet_password_unconfirmed', 'Set a recovery of your own first.')
      if (recovery === 'declined') throw unconfirmed()
      try {
        const { wallet } = await parts.asks.setRecovery({ type: 'create', place })
        return wallet
      } catch (error) {
        // No wallet is there for the page to find, as there is where a recovery was to be changed.
        if (isCode(error, 'user_exited_set_password_flow')) throw unconfirmed({ cause: error })
        // Another call or tab has made the first wallet while the screen waited for its turn: its recovery covers this one.
        if (!isCode(error, 'embedded_wallet_already_exists') || addressOnDevice(session) === null) throw error
        return await takeUp(place)
      }
    }
    const given = isGiven(recovery) ? recovery.given : null
    try {
      return await makeHere(place, given, asking)
    } catch (error) {
      if (recovery !== 'ask' || !isCode(error, 'embedded_wallet_needs_recovery')) throw error
      await askToRecover()
      return takeUp(place, asking)
    }
  }

  /** @param isAsking a recovery that is to be set first is a step, no failure: who calls has a screen to ask with */
  const reported = async (
    work: () => Promise<EmbeddedWallet>,
    signal?: AbortSignal,
    { isAsking = false, isLogin = false } = {},
  ): Promise<EmbeddedWallet> => {
    try {
      return await work()
    } catch (error) {
      const isStep =
        (isAsking && isCode(error, 'embedded_wallet_password_unconfirmed')) ||
        // That it waits for its first use is none either.
        (isLogin && isCode(error, 'missing_or_invalid_mfa'))
      // Nor is it a failure to stop.
      if (isStep || isAbort(error) || signal?.aborted) throw error
      const told = toCreationError(error)
      notices.emit('error', { code: told.code, message: told.message, during: 'createWallet' })
      throw told
    }
  }

  const make = async (options: CreateOptions): Promise<EmbeddedWallet> => {
    const { chainType = 'ethereum' } = options
    const plan = planCreation(options, walletsOf(chainType), parts.config())
    if ('existing' in plan) return plan.existing
    const { walletIndex, createAdditional } = plan
    try {
      if (isOnDevice()) return await withVault(() => makeOnDevice({ chainType, walletIndex }, 'ask'))
      const userId = session.wireUser()?.id ?? ''
      const key = (publicKey: string) => creationKey(userId, { chainType, walletIndex }, publicKey)
      return await withVault(() => makeAtServer(chainType, createAdditional, key))
    } catch (error) {
      // Made in another tab or on another device: take it up, so that the page sees what the server sees.
      if (isCode(error, 'embedded_wallet_already_exists')) await parts.refreshUser().catch(() => {})
      throw error
    }
  }

  return {
    async create(options) {
      let signers: readonly NamedSigner[] = []
      const wallet = await reported(async () => {
        const { additionalSigners, ...asked } = readCreateOptions(options, notices)
        // Before anything is made: nobody but the person's devices can sign with a key that is on them.
        if (additionalSigners.length > 0 && isOnDevice())
          throw clientError(
            'not_supported',
            'additionalSigners: the keys of this app’s wallets are on the person’s devices, where nobody else signs.',
          )
        signers = additionalSigners
        return make(asked)
      })
      // It is made: what becomes of the question is no failure of the creation.
      return signers.length > 0 ? parts.asks.consent(wallet, signers) : wallet
    },
    createFirst(chainType = 'ethereum', signal, recovery = 'ask', login) {
      const asking = { signal, mayAsk: login !== 'quiet' }
      const make = async () => {
        const user = session.wireUser()
        if (!user) throw unauthenticated()
        const [first] = walletsOf(chainType)
        if (first) return first
        planCreation({ chainType }, [], parts.config())
        if (isOnDevice()) return makeOnDevice({ chainType, walletIndex: 0 }, recovery, asking)
        const key = () => autoCreationKey(user.id, chainType)
        try {
          return await makeAtServer(chainType, false, key, asking)
        } catch (error) {
          if (!isCode(error, 'embedded_wallet_already_exists')) throw error
          // Made on another device: it is the first wallet that was asked for.
          await parts.refreshUser()
          const [made] = walletsOf(chainType)
          if (!made) throw error
          return made
        }
      }
      // A login has a screen of its own for what fails.
      return reported(() => (recovery === 'ask' ? withVault(make) : make()), signal, {
        isAsking: recovery === null,
        isLogin: login !== undefined,
      })
    },
    createWithRecovery: (place, secret, signal) =>
      reported(() => makeHere(place, secret, { signal }), signal),
    async startVault(signal) {
      signal.throwIfAborted()
      await parts.vault.use(it => it.publicKey(), VAULT_TIMEOUT_FOR_CREATION_MS)
    },
  }
}

/** Until when, and whether a second factor may be asked for. */
type Asking = Pick<RunOptions, 'signal' | 'mayAsk'>

/** Work that is under way already is waited for, not begun again. */
function together<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

const isCode = (error: unknown, code: VitrineError['code']) =>
  error instanceof VitrineError && error.code === code
const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
/** The person was asked, and set no recovery: the first wallet waits for one. */
const unconfirmed = (options?: ErrorOptions) =>
  clientError(
    'embedded_wallet_password_unconfirmed',
    'No recovery was set, so there is no wallet yet.',
    options,
  )
const NOT_CREATED = {
  code: 'embedded_wallet_create_error',
  message: 'The wallet could not be created. Try again.',
} as const
const notCreated = (options?: ErrorOptions) => clientError(NOT_CREATED.code, NOT_CREATED.message, options)

/** What failed without a closer reason has the code of a creation, for the promise and for the page's event alike. */
function toCreationError(error: unknown): VitrineError {
  if (!(error instanceof VitrineError)) return notCreated({ cause: error })
  if (error.code !== 'internal_error') return error
  const { type, status } = error
  return new VitrineError({ ...NOT_CREATED, type, ...(status !== undefined && { status }) }, { cause: error })
}
