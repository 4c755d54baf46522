/**
 * On-device wallets: what the vault does and what the server keeps, put together. What it must guarantee:
 *  - a wallet is announced when the server has confirmed that all of it is stored, and this device has its share;
 *  - after a crash or a lost answer at any step, what was announced can still sign, and a retry makes no second entropy
 *    beside a stored one;
 *  - a person who must type a passcode is told so (`embedded_wallet_needs_recovery`) before anything is asked of them.
 */
import {
  type EmbeddedSet,
  type RegisterSetRequest,
  SHARE_KEY_PURPOSES,
  type ShareKeyPurpose,
} from '@vitrine/shared/wallet/embedded.ts'
import type { RpcData, RpcMethod, RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import type { SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import type { Exclusive } from '../../session/exclusive.ts'
import { VAULT_TIMEOUT_FOR_CREATION_MS, type VaultClient } from '../../vault/client.ts'
import type { DeviceSet, WalletPlace } from '../../vault/set/device-set.ts'
import type { SetCall, SetOperation } from '../../vault/set/operations.ts'
import type { VaultAnswer } from '../../vault/set/refusal.ts'
import type { PreparedRecovery } from '../../vault/set/set-vault.ts'
import { isRefused } from './is-refused.ts'
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
  /** Makes a wallet of the user's set, and the set with the first. A wallet that is there already is no error. */
  create(place: WalletPlace, passcode: string | null, signal?: AbortSignal): Promise<EmbeddedSet>
  /** Makes the set usable here, by itself where it can. @throws VitrineError `embedded_wallet_needs_recovery` */
  open(signal?: AbortSignal): Promise<void>
  /** Opens the set on a device that has no share of it. @throws VitrineError `invalid_credentials`, `too_many_requests` */
  recover(passcode: string | null, signal?: AbortSignal): Promise<void>
  /** @throws VitrineError `embedded_wallet_recovery_already_exists` when it was changed elsewhere meanwhile */
  setPasscode(passcode: string, signal?: AbortSignal): Promise<EmbeddedSet>
  perform<M extends RpcMethod>(
    wallet: Wallet,
    request: RpcRequest<M> & { readonly method: M },
    signal: AbortSignal,
  ): Promise<RpcData<M>>
}

export function createDeviceWallets(parts: DeviceWalletsParts): DeviceWallets {
  const { calls, exclusive } = parts

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
    passcode: { readonly text: string; readonly salt: string | null } | null,
    signal: AbortSignal | undefined,
  ): Promise<PreparedRecovery> => {
    const released = await keys(SHARE_KEY_PURPOSES, signal)
    return vault('prepareRecovery', parts.owner(), released, passcode)
  }

  /** Fetches the auth share of one of this device's sharings, the newest that the server has. @returns whether it has one */
  const unlock = async (device: DeviceSet, signal: AbortSignal | undefined): Promise<boolean> => {
    const { setId } = device
    for (const [index, sharingId] of device.sharingIds.entries()) {
      try {
        const [{ set, authShare }, released] = await Promise.all([
          calls.share(setId, sharingId, signal),
          keys(['auth-share'], signal),
        ])
        await vault('unlock', parts.owner(), released, { setId, sharingId, authShare })
        // Its confirmation got lost when it was made.
        if (index === 0 && !device.isStored) await vault('confirm', parts.owner(), sharingId, placesOf(set))
        return true
      } catch (error) {
        if (!isRefused(error, 'embedded_wallet_needs_recovery', 'embedded_wallet_not_found')) throw error
      }
    }
    return false
  }

  const recover = async (passcode: string | null, signal: AbortSignal | undefined): Promise<void> => {
    const address = parts.knownAddress()
    if (address === null) throw refusalOf('needs-recovery')
    const { recovery_key_derivation_salt: salt } = await calls.keyMaterial(address, signal)
    if (salt !== null && passcode === null) throw refusalOf('needs-recovery')
    const typed = passcode !== null && salt !== null ? { text: passcode, salt } : null
    const { handle, verifier } = await prepare(typed, signal)
    const released = await calls.recoveryShares(address, typed ? verifier : undefined, signal)
    const request = await vault('openSet', parts.owner(), handle, released)
    const set = await calls.addSharing(request, signal)
    await vault('confirm', parts.owner(), request.sharing.id, placesOf(set))
  }

  const open = async (signal: AbortSignal | undefined): Promise<void> => {
    const device = await vault('deviceSet', parts.owner())
    if (device?.isUnlocked) return
    if (device && (await unlock(device, signal))) return
    await recover(null, signal)
  }

  /** Registers what the vault has made. Of several devices one is first; the others take its set. */
  const register = async (
    request: RegisterSetRequest,
    signal: AbortSignal | undefined,
  ): Promise<EmbeddedSet> => {
    const { id: sharingId } = request.sharing
    const set = await calls.register(request, signal).catch(async error => {
      // Refused for good. After any other failure it may be stored: the next use finds out.
      if (isRefused(error)) await vault('discard', parts.owner(), sharingId)
      throw error
    })
    if (set.recovery_sharing_id === sharingId) await vault('confirm', parts.owner(), sharingId, placesOf(set))
    else await vault('discard', parts.owner(), sharingId)
    return set
  }

  const add = async (place: WalletPlace, signal: AbortSignal | undefined): Promise<EmbeddedSet> => {
    const set = await calls.addWallet(await vault('addWallet', parts.owner(), place), signal)
    const device = await vault('deviceSet', parts.owner())
    const [newest] = device?.sharingIds ?? []
    if (newest !== undefined && device?.isStored) await vault('confirm', parts.owner(), newest, placesOf(set))
    return set
  }

  return {
    open: signal => exclusive(() => open(signal)),
    recover: (passcode, signal) =>
      exclusive(async () => {
        if (parts.knownAddress() !== null) return recover(passcode, signal)
        const device = await vault('deviceSet', parts.owner())
        if (!device) throw refusalOf('needs-recovery')
        await register(await restored(device, passcode, signal), signal)
      }),

    create: (place, passcode, signal) =>
      exclusive(async () => {
        if (parts.knownAddress() !== null) {
          await open(signal)
          return add(place, signal)
        }
        const device = await vault('deviceSet', parts.owner())
        // The server went back to a database of before: the set is this device's to give again.
        const request = device?.isStored
          ? await restored(device, passcode, signal)
          : await vault(
              'createSet',
              parts.owner(),
              (await prepare(passcode === null ? null : { text: passcode, salt: null }, signal)).handle,
              [place],
            )
        const set = await register(request, signal)
        const isThere = set.wallets.some(
          it => it.chain_type === place.chainType && it.wallet_index === place.walletIndex,
        )
        return isThere ? set : add(place, signal)
      }),

    setPasscode: (passcode, signal) =>
      exclusive(async () => {
        const address = parts.knownAddress()
        if (address === null) throw refusalOf('needs-recovery')
        await open(signal)
        const { recovery_sharing_id: replaces } = await calls.keyMaterial(address, signal)
        const { handle } = await prepare({ text: passcode, salt: null }, signal)
        const request = await vault('changeRecovery', parts.owner(), handle, replaces)
        const set = await calls.changeRecovery(address, request, signal).catch(async error => {
          if (isRefused(error)) await vault('discard', parts.owner(), request.sharing.id)
          throw error
        })
        await vault('confirm', parts.owner(), request.sharing.id, placesOf(set))
        return set
      }),

    async perform(wallet, request, signal) {
      const { chainType, walletIndex, address } = wallet
      const attempt = () => ask('perform', parts.owner(), { chainType, walletIndex, address }, request)
      let answer = await attempt()
      // Nothing was signed: the auth share is fetched, and the request performed once.
      if (!answer.ok && (answer.problem === 'locked' || answer.problem === 'needs-recovery')) {
        await exclusive(() => open(signal))
        signal.throwIfAborted()
        answer = await attempt()
      }
      return answered(answer) as RpcData<typeof request.method>
    },
  }

  async function restored(device: DeviceSet, passcode: string | null, signal: AbortSignal | undefined) {
    const { salt } = device.recovery
    if (salt !== null && passcode === null) throw refusalOf('needs-recovery')
    const typed = passcode !== null && salt !== null ? { text: passcode, salt } : null
    const { handle } = await prepare(typed, signal)
    return vault('restoreSet', parts.owner(), handle)
  }
}

const placesOf = (set: EmbeddedSet): WalletPlace[] =>
  set.wallets.map(it => ({ chainType: it.chain_type, walletIndex: it.wallet_index }))
