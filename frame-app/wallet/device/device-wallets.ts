/**
 * On-device wallets: what the vault does and what the server keeps, put together. What it must guarantee:
 *  - a wallet is announced when the server has confirmed that all of it is stored, and this device has its share;
 *  - after a crash or a lost answer at any step, what was announced can still sign, and a retry makes no second entropy
 *    beside a stored one;
 *  - a set that came with an account which the person brought to theirs goes by the owner that it was made for;
 *  - a person who must type a passcode is told so (`embedded_wallet_needs_recovery`) before anything is asked of them.
 */
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import {
  type EmbeddedSet,
  type RecoveryMethod,
  type RegisterSetRequest,
  SHARE_KEY_PURPOSES,
  type ShareKeyPurpose,
} from '@vitrine/shared/wallet/embedded.ts'
import type { RpcData, RpcMethod, RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import type { SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import type { Exclusive } from '../../session/exclusive.ts'
import type { DeviceWallet } from '../../session/held-wallet.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'
import { VAULT_TIMEOUT_FOR_CREATION_MS, type VaultClient } from '../../vault/client.ts'
import type { DeviceSet, WalletPlace } from '../../vault/set/device-set.ts'
import type { GivenSecret } from '../../vault/set/given-secret.ts'
import type { SetCall, SetOperation } from '../../vault/set/operations.ts'
import type { RecoveryFacts } from '../../vault/set/recovery-facts.ts'
import type { VaultAnswer } from '../../vault/set/refusal.ts'
import type { PreparedRecovery } from '../../vault/set/set-vault.ts'
import type { RecoverySecret } from '../recovery-secret.ts'
import { isRefused } from './is-refused.ts'
import { createPersonsSecret, factsOf, type PersonsSecret } from './persons-secret.ts'
import type { SetCalls } from './set-calls.ts'
import { answered, refusalOf } from './vault-problem.ts'

export interface DeviceWalletsParts {
  readonly vault: VaultClient
  readonly calls: SetCalls
  /** One change of a user's wallets at a time, across tabs. */
  readonly exclusive: Exclusive
  /** @throws VitrineError `must_be_authenticated` */
  owner(): SetOwner
  /** The address of a wallet of the user's set, as the session knows it; `null`: there is no set. */
  knownAddress(): string | null
}

export interface DeviceWallets {
  /**
   * Makes a wallet of the user's set, and the set with the first. A wallet that is there already is no error.
   * @throws VitrineError when the set is there by now and the secret is not the one that it has:
   *   `embedded_wallet_password_already_exists` where both are passcodes, `embedded_wallet_already_exists` where it has another
   *   recovery, else `invalid_credentials`
   */
  create(place: WalletPlace, secret: RecoverySecret | null, signal?: AbortSignal): Promise<EmbeddedSet>
  /** Makes the set usable here, by itself where it can. @throws VitrineError `embedded_wallet_needs_recovery` */
  open(signal?: AbortSignal): Promise<void>
  /** Opens the set on a device that has no share of it. @throws VitrineError `invalid_credentials`, `too_many_requests` */
  recover(secret: RecoverySecret | null, signal?: AbortSignal): Promise<void>
  /** How the set is recovered; where the server lost it, as this device knows it. @throws VitrineError */
  recoveryFacts(signal?: AbortSignal): Promise<RecoveryFacts>
  /**
   * @param seen the recovery that the person saw when they chose this one
   * @throws VitrineError `embedded_wallet_recovery_already_exists` when it was changed elsewhere meanwhile, or lies in the same
   *   cloud already; `embedded_wallet_password_already_exists` for a first passcode where there is one by now; `step_up_required`
   *   without a proof, where the server asks for one
   */
  setRecovery(
    secret: RecoverySecret,
    options?: { readonly seen?: string; readonly proof?: StepUpBody | undefined },
    signal?: AbortSignal,
  ): Promise<EmbeddedSet>
  perform<M extends RpcMethod>(
    wallet: DeviceWallet,
    request: RpcRequest<M> & { readonly method: M },
    signal: AbortSignal,
  ): Promise<RpcData<M>>
}

export function createDeviceWallets(parts: DeviceWalletsParts): DeviceWallets {
  const { calls } = parts

  /** One at a time, and for the person who asked: another may have logged in while it waited for its turn. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const { userId } = parts.owner()
    return parts.exclusive(async () => {
      if (parts.owner().userId !== userId) throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
      return work()
    })
  }

  const ask = async <O extends SetOperation>(
    operation: O,
    ...args: SetCall<O>['args']
  ): Promise<VaultAnswer<SetCall<O>['result']>> => {
    type Answer = VaultAnswer<SetCall<O>['result']>
    // Comlink's types lose the parameter of a generic method.
    type Set = (operation: O, ...args: SetCall<O>['args']) => Promise<Answer>
    return parts.vault.use(
      it => (it.set as unknown as Set)(operation, ...args),
      VAULT_TIMEOUT_FOR_CREATION_MS,
    )
  }
  const vault = async <O extends SetOperation>(operation: O, ...args: SetCall<O>['args']) =>
    answered(await ask(operation, ...args))

  const keys = async (purposes: readonly ShareKeyPurpose[], signal: AbortSignal | undefined) =>
    calls.keys(await vault('recipient'), purposes, signal)

  const prepare = async (
    given: GivenSecret | null,
    signal: AbortSignal | undefined,
  ): Promise<PreparedRecovery> => {
    const released = await keys(SHARE_KEY_PURPOSES, signal)
    return vault('prepareRecovery', parts.owner(), released, given)
  }

  const personsSecret = (secret: RecoverySecret | null, signal: AbortSignal | undefined) =>
    createPersonsSecret(secret, async () => calls.claimSiteKey(await vault('siteKeyRecipient'), signal))

  /**
   * Fetches the auth share of one of this device's sharings, the newest that the server has and that makes the set.
   * @returns the set; `null`: it has none of them
   */
  const unlock = async (
    { sharings }: DeviceSet,
    signal: AbortSignal | undefined,
  ): Promise<EmbeddedSet | null> => {
    for (const [index, { setId, sharingId, isStored }] of sharings.entries()) {
      try {
        // Both to their ends: what comes next must not meet one that is still on its way.
        const [share, released] = await Promise.allSettled([
          calls.share(setId, sharingId, signal),
          keys(['auth-share'], signal),
        ])
        const { set, authShare } = fulfilled(share)
        const answer = await ask('unlock', parts.owner(), fulfilled(released), {
          setId,
          sharingId,
          authShare,
        })
        // What lies on the disk, or came, was damaged: the other shares may be whole.
        if (!answer.ok && answer.problem === 'damaged') continue
        answered(answer)
        // Its confirmation got lost when it was made.
        if (index === 0 && !isStored) await vault('confirm', parts.owner(), sharingId, placesOf(set))
        return set
      } catch (error) {
        if (!isRefused(error, 'embedded_wallet_needs_recovery', 'embedded_wallet_not_found')) throw error
      }
    }
    return null
  }

  /** @param address of a wallet of the set; `null`: nobody knows of one */
  const recover = async (
    address: string | null,
    secret: PersonsSecret,
    signal: AbortSignal | undefined,
  ): Promise<void> => {
    const device = await vault('deviceSet', parts.owner())
    if (address !== null) {
      try {
        const given = await secret.opening(factsOf(await calls.keyMaterial(address, signal)))
        const { handle, verifier } = await prepare(given, signal)
        const released = await calls.recoveryShares(address, given ? verifier : undefined, signal)
        const request = await vault('openSet', parts.owner(), handle, released)
        const set = await calls.addSharing(request, signal)
        return await vault('confirm', parts.owner(), request.sharing.id, placesOf(set))
      } catch (error) {
        // The server went back to a database of before, which this page has not heard of.
        if (!device?.restorable || !isRefused(error, 'embedded_wallet_not_found')) throw error
      }
    }
    await register(await restored(device, secret, signal), signal)
  }

  const open = async (
    address: string | null,
    secret: PersonsSecret,
    signal: AbortSignal | undefined,
  ): Promise<void> => {
    const device = await vault('deviceSet', parts.owner())
    if (device?.isUnlocked || (device && (await unlock(device, signal)))) return
    await recover(address, secret, signal)
  }
  /** By itself. */
  const openHere = (address: string | null, signal: AbortSignal | undefined) =>
    open(address, personsSecret(null, signal), signal)

  /** That a secret is the one of a set which was made meanwhile: another would seem to be set, and open nothing. */
  const requireSecret = async (address: string, secret: PersonsSecret, signal: AbortSignal | undefined) => {
    const facts = factsOf(await calls.keyMaterial(address, signal))
    if (facts.method !== secret.method) throw refusalOf('exists')
    const { verifier } = await prepare(await secret.opening(facts), signal)
    await calls.recoveryShares(address, verifier, signal).catch(error => {
      const isOther = isRefused(error, 'invalid_credentials') && facts.method === 'user-passcode'
      throw isOther ? passcodeExists() : error
    })
  }

  /** What the server refuses for good is no share any more. After any other failure it may be stored: the next use finds out. */
  const orDiscard = <T>(sharingId: string, sending: Promise<T>): Promise<T> =>
    sending.catch(async error => {
      if (isRefused(error)) await vault('discard', parts.owner(), sharingId)
      throw error
    })

  /** Registers what the vault has made. Of several devices one is first; the others take its set. */
  const register = async (
    request: RegisterSetRequest,
    signal: AbortSignal | undefined,
  ): Promise<EmbeddedSet> => {
    const { id: sharingId } = request.sharing
    const set = await orDiscard(sharingId, calls.register(request, signal))
    if (set.recovery_sharing_id === sharingId) await vault('confirm', parts.owner(), sharingId, placesOf(set))
    else await vault('discard', parts.owner(), sharingId)
    return set
  }

  const add = async (place: WalletPlace, signal: AbortSignal | undefined): Promise<EmbeddedSet> => {
    const set = await calls.addWallet(await vault('addWallet', parts.owner(), place), signal)
    const device = await vault('deviceSet', parts.owner())
    const sharing = device?.sharings.find(it => it.setId === set.set_id)
    if (sharing?.isStored) await vault('confirm', parts.owner(), sharing.sharingId, placesOf(set))
    return set
  }

  /** What a session that has heard of no set comes to: the set that is there by now, or one that this device registers. */
  const findOrMake = async (
    place: WalletPlace,
    secret: PersonsSecret,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly set: EmbeddedSet; readonly isOurs: boolean }> => {
    const device = await vault('deviceSet', parts.owner())
    // Made in another tab just now, or its answer got lost.
    const found = device && (await unlock(device, signal))
    if (found) return { set: found, isOurs: false }
    // The server went back to a database of before: the set is this device's to give again.
    const request = device?.restorable
      ? await restored(device, secret, signal)
      : await vault('createSet', parts.owner(), (await prepare(await secret.fresh(), signal)).handle, [place])
    const set = await register(request, signal)
    return { set, isOurs: set.recovery_sharing_id === request.sharing.id }
  }

  return {
    open: signal => inTurn(() => openHere(parts.knownAddress(), signal)),
    recover: (secret, signal) =>
      inTurn(() => recover(parts.knownAddress(), personsSecret(secret, signal), signal)),

    async recoveryFacts(signal) {
      const address = parts.knownAddress()
      const device = await vault('deviceSet', parts.owner())
      if (address !== null) {
        try {
          return factsOf(await calls.keyMaterial(address, signal))
        } catch (error) {
          if (!device?.restorable || !isRefused(error, 'embedded_wallet_not_found')) throw error
        }
      }
      if (!device?.restorable) throw refusalOf('needs-recovery')
      return device.restorable
    },

    create: (place, given, signal) =>
      inTurn(async () => {
        let address = parts.knownAddress()
        const secret = personsSecret(given, signal)
        if (address === null) {
          const { set, isOurs } = await findOrMake(place, secret, signal)
          const isThere = set.wallets.some(
            it => it.chain_type === place.chainType && it.wallet_index === place.walletIndex,
          )
          if (isThere && (isOurs || given === null)) return set
          address = set.wallets[0]?.address ?? null
          if (isOurs) return add(place, signal)
        }
        if (given !== null && address !== null) await requireSecret(address, secret, signal)
        await open(address, secret, signal)
        return add(place, signal)
      }),

    setRecovery: (secret, { seen, proof } = {}, signal) =>
      inTurn(async () => {
        const address = parts.knownAddress()
        if (address === null) throw refusalOf('needs-recovery')
        await openHere(address, signal)
        const material = await calls.keyMaterial(address, signal)
        requireOther(secret.method, factsOf(material).method, seen)
        const replaces = material.recovery_sharing_id
        const { handle } = await prepare(await personsSecret(secret, signal).fresh(), signal)
        const request = await vault('changeRecovery', parts.owner(), handle, replaces)
        const set = await orDiscard(
          request.sharing.id,
          calls.changeRecovery(address, { ...request, ...proof }, signal),
        )
        await vault('confirm', parts.owner(), request.sharing.id, placesOf(set))
        return set
      }),

    async perform(wallet, request, signal) {
      const { chainType, address, sealedFor } = wallet
      const { walletIndex } = sealedFor ?? wallet
      if (walletIndex === null) throw refusalOf('unsupported-request')
      const attempt = () => ask('perform', parts.owner(), { chainType, walletIndex, address }, request)
      let answer = await attempt()
      // Nothing was signed: the auth share is fetched, and the request performed once.
      if (!answer.ok && (answer.problem === 'locked' || answer.problem === 'needs-recovery')) {
        await inTurn(() => openHere(parts.knownAddress(), signal))
        signal.throwIfAborted()
        answer = await attempt()
      }
      return answered(answer) as RpcData<typeof request.method>
    },
  }

  async function restored(device: DeviceSet | null, secret: PersonsSecret, signal: AbortSignal | undefined) {
    if (!device?.restorable) throw refusalOf('needs-recovery')
    const { handle } = await prepare(await secret.opening(device.restorable), signal)
    return vault('restoreSet', parts.owner(), handle)
  }
}

const passcodeExists = () =>
  clientError(
    'embedded_wallet_password_already_exists',
    'The wallet has a recovery passcode by now. Use that one.',
  )

/** @throws VitrineError for a recovery that is there already, where another was meant to take the place of what the person saw */
function requireOther(chosen: RecoveryMethod, present: RecoveryMethod, seen: string | undefined): void {
  if (chosen !== present) return
  if (chosen === 'user-passcode' && seen !== undefined && seen !== present) throw passcodeExists()
  // The same cloud again would be a second secret in one place, of which nobody knows which is the one.
  if (chosen === 'google-drive' || chosen === 'icloud')
    throw clientError(
      'embedded_wallet_recovery_already_exists',
      'The wallet’s recovery is in this cloud already. Choose another way.',
    )
}

const placesOf = (set: EmbeddedSet): WalletPlace[] =>
  set.wallets.map(it => ({ chainType: it.chain_type, walletIndex: it.wallet_index }))

function fulfilled<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'fulfilled') return outcome.value
  throw outcome.reason
}
