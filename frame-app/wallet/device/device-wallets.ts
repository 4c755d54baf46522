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
  type ExportedSecret,
  type RecoveryMethod,
  type RegisterSetRequest,
  SHARE_KEY_PURPOSES,
  type ShareKeyPurpose,
} from '@vitrine/shared/wallet/embedded.ts'
import type { HpkeSealed } from '@vitrine/shared/wallet/import-export.ts'
import type { RpcData, RpcMethod, RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import type { SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import type { Exclusive } from '../../session/exclusive.ts'
import type { DeviceWallet } from '../../session/held-wallet.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'
import { VAULT_TIMEOUT_FOR_CREATION_MS, type VaultClient } from '../../vault/client.ts'
import type { BroughtKey } from '../../vault/set/brought-key.ts'
import type { HeldWallets } from '../../vault/set/device-record.ts'
import type { DeviceSet, VaultWallet, WalletPlace } from '../../vault/set/device-set.ts'
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
  /** What a key that is brought is encrypted to: the vault's, base64 SPKI, for ten minutes. */
  importRecipient(): Promise<string>
  /**
   * Brings a key to the user's set; to a new one, where there is none.
   * @param secret the recovery of a new set
   * @returns the set, which has the wallet
   * @throws VitrineError `step_up_required` without a proof; `invalid_data` for a key that is none, or that makes another address;
   *   for a `secret` as `create`
   */
  importKey(
    brought: BroughtKey,
    secret: RecoverySecret | null,
    proof: StepUpBody,
    signal?: AbortSignal,
  ): Promise<EmbeddedSet>
  /**
   * A wallet's key or its words, encrypted for `recipient`. The server is asked for leave first, which it writes down.
   * @throws VitrineError `step_up_required` without a proof; `not_supported` for the words of a key that was brought
   */
  exportKey(
    wallet: DeviceWallet,
    secret: ExportedSecret,
    recipient: string,
    proof: StepUpBody,
    signal: AbortSignal,
  ): Promise<HpkeSealed>
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
        if (index === 0 && !isStored) await vault('confirm', parts.owner(), sharingId, heldOf(set))
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
        return await vault('confirm', parts.owner(), request.sharing.id, heldOf(set))
      } catch (error) {
        // The server went back to a database of before, which this page has not heard of.
        if (!device?.restorable || !isRefused(error, 'embedded_wallet_not_found')) throw error
      }
    }
    await restore(device, secret, signal)
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
  ): Promise<Registered> => {
    const { id: sharingId } = request.sharing
    const set = await orDiscard(sharingId, calls.register(request, signal))
    const isOurs = set.recovery_sharing_id === sharingId
    if (isOurs) await vault('confirm', parts.owner(), sharingId, heldOf(set))
    else await vault('discard', parts.owner(), sharingId)
    return { set, isOurs }
  }

  /** Has this device keep what the server has of its set. */
  const confirmHere = async (set: EmbeddedSet): Promise<void> => {
    const device = await vault('deviceSet', parts.owner())
    const sharing = device?.sharings.find(it => it.setId === set.set_id)
    if (sharing?.isStored) await vault('confirm', parts.owner(), sharing.sharingId, heldOf(set))
  }

  const add = async (place: WalletPlace, signal: AbortSignal | undefined): Promise<EmbeddedSet> => {
    const set = await calls.addWallet(await vault('addWallet', parts.owner(), place), signal)
    await confirmHere(set)
    return set
  }

  /** What the vault answers once it has what it needs of the server. It is asked again only when nothing was done. */
  const whenOpen = async <T>(
    attempt: () => Promise<VaultAnswer<T>>,
    signal: AbortSignal,
  ): Promise<VaultAnswer<T>> => {
    let answer = await attempt()
    if (!answer.ok && (answer.problem === 'locked' || answer.problem === 'needs-recovery')) {
      await inTurn(() => openHere(parts.knownAddress(), signal))
      signal.throwIfAborted()
      answer = await attempt()
    }
    if (answer.ok || answer.problem !== 'needs-envelope') return answer
    // The key was brought on another device.
    await inTurn(async () => {
      const device = await vault('deviceSet', parts.owner())
      const set = device && (await unlock(device, signal))
      if (set) await confirmHere(set)
    })
    signal.throwIfAborted()
    return attempt()
  }

  /** What a session that has heard of no set comes to: the set that is there by now, or one that this device registers. */
  const findOrMake = async (
    { places, brought, proof }: FirstWallets,
    secret: PersonsSecret,
    signal: AbortSignal | undefined,
  ): Promise<Registered> => {
    const device = await vault('deviceSet', parts.owner())
    // Made in another tab just now, or its answer got lost.
    const found = device && (await unlock(device, signal))
    if (found) return { set: found, isOurs: false }
    // The server went back to a database of before: the set is this device's to give again.
    if (device?.restorable) return restore(device, secret, signal)
    const { handle } = await prepare(await secret.fresh(), signal)
    const request = await vault('createSet', parts.owner(), handle, places, brought)
    return register({ ...request, ...proof }, signal)
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
          const { set, isOurs } = await findOrMake({ places: [place] }, secret, signal)
          const isThere = set.wallets.some(
            it => it.chain_type === place.chainType && it.wallet_index === place.walletIndex,
          )
          if (isThere && (isOurs || given === null)) return set
          address = anyAddress(set)
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
        await vault('confirm', parts.owner(), request.sharing.id, heldOf(set))
        return set
      }),

    async perform(wallet, request, signal) {
      const asked = vaultWallet(wallet)
      const answer = await whenOpen(() => ask('perform', parts.owner(), asked, request), signal)
      return answered(answer) as RpcData<typeof request.method>
    },

    importRecipient: async () => vault('importRecipient'),

    importKey: (brought, given, proof, signal) =>
      inTurn(async () => {
        let address = parts.knownAddress()
        const secret = personsSecret(given, signal)
        if (address === null) {
          const { set } = await findOrMake({ places: [], brought, proof }, secret, signal)
          if (hasImported(set, brought)) return set
          address = anyAddress(set)
        }
        await open(address, secret, signal)
        const request = await vault('addImported', parts.owner(), brought)
        const set = await calls.addImported({ ...request, ...proof }, signal)
        await confirmHere(set)
        return set
      }),

    async exportKey(wallet, secret, recipient, proof, signal) {
      const asked = vaultWallet(wallet)
      // What could only fail is asked of nobody.
      if (secret === 'seed-phrase' && asked.walletIndex === null) throw refusalOf('no-words')
      // The leave comes first: a key that nobody proved a way in for is not even rebuilt.
      await calls.exportKey(wallet.address, { ...proof, secret }, signal)
      signal.throwIfAborted()
      return answered(await whenOpen(() => ask('exportKey', parts.owner(), asked, secret, recipient), signal))
    },
  }

  /** Gives this device's set to a server that lost it. */
  async function restore(
    device: DeviceSet | null,
    secret: PersonsSecret,
    signal: AbortSignal | undefined,
  ): Promise<Registered> {
    if (!device?.restorable) throw refusalOf('needs-recovery')
    const { handle } = await prepare(await secret.opening(device.restorable), signal)
    const again = async (withImported: boolean) =>
      register(await vault('restoreSet', parts.owner(), handle, withImported), signal)
    try {
      return await again(true)
    } catch (error) {
      // Keys that were brought take a proof, which nobody was asked for here: without them the set is better than none, and they
      // stay on this device.
      if (!isRefused(error, 'step_up_required')) throw error
      return again(false)
    }
  }
}

interface Registered {
  readonly set: EmbeddedSet
  /** The set is the one that this device registered; else another device was first. */
  readonly isOurs: boolean
}

/** What a new set begins with. */
interface FirstWallets {
  readonly places: readonly WalletPlace[]
  readonly brought?: BroughtKey
  readonly proof?: StepUpBody
}

/** A set is asked for by any wallet of it. */
const anyAddress = ({ wallets, imported }: EmbeddedSet): string | null =>
  (wallets[0] ?? imported[0])?.address ?? null

const hasImported = ({ imported }: EmbeddedSet, { chainType, address }: BroughtKey): boolean =>
  imported.some(
    // The case of an Ethereum address need not be said (EIP-55).
    it => it.chain_type === chainType && it.address.toLowerCase() === address.toLowerCase(),
  )

/** A wallet as its owner's vault knows it. */
function vaultWallet(wallet: DeviceWallet): VaultWallet {
  const { chainType, address, sealedFor } = wallet
  const { walletIndex } = sealedFor ?? wallet
  return { chainType, walletIndex, address }
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

const heldOf = ({ wallets, imported }: EmbeddedSet): HeldWallets => ({
  wallets: wallets.map(it => ({ chainType: it.chain_type, walletIndex: it.wallet_index })),
  imported: imported.map(({ chain_type: chainType, address, envelope }) => ({
    chainType,
    address,
    envelope,
  })),
})

function fulfilled<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'fulfilled') return outcome.value
  throw outcome.reason
}
