import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import {
  type AddImportedRequest,
  type AddSharingRequest,
  type AddWalletRequest,
  type ChangeRecoveryRequest,
  type EmbeddedSet,
  type ImportedSetWallet,
  RECOVERY_TYPES,
  type Recovery,
  type RegisterSetRequest,
  type SetWallet,
  type ShareKeyPurpose,
} from '@vitrine/shared/wallet/embedded.ts'
import { createKeySource, sealFor } from '../../../vault/testing/set-fixtures.ts'
import type { SetCalls } from '../set-calls.ts'

interface StoredSet {
  readonly id: string
  readonly wallets: readonly SetWallet[]
  readonly imported: readonly ImportedSetWallet[]
  readonly sharings: Readonly<Record<string, string>>
  readonly recovery: Recovery
  readonly recoverySharingId: string
}

const refused = (code: ErrorCode, status: number) =>
  new VitrineError({ type: 'api_error', code, message: code, status })

/**
 * The server of one user's set, as `auth-server/embedded-wallets` behaves, which passes the same contract
 * (`set-contract.ts`); what the server checks by signatures is tested there.
 * `stored` can be read, and put back to what it was.
 */
export function createSetServer() {
  const keys = createKeySource(randomBytes(32))
  const server = {
    stored: null as StoredSet | null,
    calls: [] as string[],
    /** What the site's backend entered. */
    siteKey: null as Uint8Array | null,
  }
  const require = () => {
    if (server.stored) return server.stored
    throw refused('embedded_wallet_not_found', 404)
  }
  const told = (set: StoredSet): EmbeddedSet => ({
    set_id: set.id,
    recovery_method: set.recovery.method,
    recovery_sharing_id: set.recoverySharingId,
    wallets: set.wallets.map(({ signature: _, ...wallet }) => ({ ...wallet, created_at: 1 })),
    imported: set.imported.map(({ signature: _, ...wallet }) => ({ ...wallet, created_at: 1 })),
  })
  const answer = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
    server.calls.push(name)
    return work()
  }
  /** Of a way in, which the proof's own test looks at. */
  const requireProof = ({ step_up: proof }: { readonly step_up?: string | undefined }) => {
    if (proof === undefined) throw refused('step_up_required', 403)
  }
  const put = (set: StoredSet) => {
    server.stored = set
    return told(set)
  }
  const without = (sharings: StoredSet['sharings'], id: string | undefined) =>
    Object.fromEntries(Object.entries(sharings).filter(([key]) => key !== id))

  const calls: SetCalls = {
    keys: (recipient, purposes) => answer('keys', () => keys.release(recipient, purposes)),
    share: (setId, sharingId) =>
      answer('share', () => {
        const set = require()
        if (set.id !== setId) throw refused('embedded_wallet_not_found', 404)
        const authShare = set.sharings[sharingId]
        if (authShare === undefined) throw refused('embedded_wallet_needs_recovery', 409)
        return { set: told(set), authShare }
      }),
    register: (request: RegisterSetRequest) =>
      answer('register', () => {
        if (server.stored) return told(server.stored)
        const imported = request.imported ?? []
        if (request.wallets.length + imported.length === 0 || imported.length > 1)
          throw refused('invalid_data', 400)
        if (imported.length > 0) requireProof(request)
        return put({
          id: request.set_id,
          wallets: request.wallets,
          imported,
          sharings: { [request.sharing.id]: request.sharing.auth_share },
          recovery: request.recovery,
          recoverySharingId: request.sharing.id,
        })
      }),
    addWallet: ({ wallet }) =>
      answer('addWallet', () => {
        const set = require()
        const known = set.wallets.some(it => it.address === wallet.address)
        return known ? told(set) : put({ ...set, wallets: [...set.wallets, wallet] })
      }),
    addImported: ({ wallet, ...request }) =>
      answer('addImported', () => {
        const set = require()
        const isKnown = set.imported.some(it => it.address === wallet.address)
        if (isKnown) return told(set)
        requireProof(request)
        return put({ ...set, imported: [...set.imported, wallet] })
      }),
    exportKey: (address, request) =>
      answer('exportKey', () => {
        const { wallets, imported } = require()
        if (![...wallets, ...imported].some(it => it.address === address))
          throw refused('embedded_wallet_not_found', 404)
        requireProof(request)
      }),
    addSharing: ({ sharing, retires }) =>
      answer('addSharing', () => {
        const set = require()
        const kept = retires === set.recoverySharingId ? set.sharings : without(set.sharings, retires)
        return put({ ...set, sharings: { ...kept, [sharing.id]: sharing.auth_share } })
      }),
    keyMaterial: () =>
      answer('keyMaterial', () => {
        const { id, recovery, recoverySharingId } = require()
        return {
          recovery_type: RECOVERY_TYPES[recovery.method],
          recovery_key_derivation_salt: 'salt' in recovery ? recovery.salt : null,
          recovery_key: null,
          credential_id: recovery.method === 'passkey' ? recovery.credential_id : null,
          recovery_code: null,
          file_id: recovery.method === 'google-drive' ? recovery.file_id : null,
          icloud_record_name: recovery.method === 'icloud' ? recovery.icloud_record_name : null,
          set_id: id,
          recovery_sharing_id: recoverySharingId,
        }
      }),
    recoveryShares: (_address, verifier) =>
      answer('recoveryShares', () => {
        const set = require()
        if (set.recovery.method !== 'privy' && verifier !== set.recovery.verifier)
          throw refused('invalid_credentials', 422)
        return {
          set: told(set),
          sharing_id: set.recoverySharingId,
          auth_share: set.sharings[set.recoverySharingId] ?? '',
          recovery_share: set.recovery.share,
        }
      }),
    changeRecovery: (_address, { replaces, sharing, retires, recovery }) =>
      answer('changeRecovery', () => {
        const set = require()
        // The same change again: its answer was lost.
        if (set.recoverySharingId === sharing.id) return told(set)
        const { method } = recovery
        const isSame = method === set.recovery.method
        if (isSame && (method === 'google-drive' || method === 'icloud'))
          throw refused('embedded_wallet_recovery_already_exists', 409)
        if (set.recoverySharingId !== replaces)
          throw refused(
            isSame && method === 'user-passcode'
              ? 'embedded_wallet_password_already_exists'
              : 'embedded_wallet_recovery_already_exists',
            409,
          )
        const sharings = { ...without(set.sharings, retires), [sharing.id]: sharing.auth_share }
        return put({ ...set, recovery, recoverySharingId: sharing.id, sharings })
      }),
    claimSiteKey: recipient =>
      answer('claimSiteKey', async () => {
        const { siteKey } = server
        if (!siteKey) throw refused('embedded_wallet_needs_recovery', 409)
        // Given once.
        server.siteKey = null
        return { recipient, sealed: await sealFor(recipient, siteKey) }
      }),
  }
  /** POST below `/embedded_wallets`, as the frame's HTTP client sends it. @throws VitrineError */
  const post = async (path: string, body: object): Promise<object> => {
    const [, address = '', part] = /^\/([^/]+)\/recovery(\/\w+)?$/.exec(path) ?? []
    switch (address === '' ? path : `recovery${part ?? ''}`) {
      case '':
        return { set: await calls.register(body as RegisterSetRequest) }
      case '/wallets':
        return { set: await calls.addWallet(body as AddWalletRequest) }
      case '/imported':
        return { set: await calls.addImported(body as AddImportedRequest) }
      case '/sharings':
        return { set: await calls.addSharing(body as AddSharingRequest) }
      case '/shares': {
        const { set_id, sharing_id } = body as { readonly set_id: string; readonly sharing_id: string }
        const { set, authShare } = await calls.share(set_id, sharing_id)
        return { set, auth_share: authShare }
      }
      case '/keys': {
        const { recipient, purposes } = body as { recipient: string; purposes: ShareKeyPurpose[] }
        return calls.keys(recipient, purposes)
      }
      case 'recovery':
        return { set: await calls.changeRecovery(address, body as ChangeRecoveryRequest) }
      case 'recovery/key_material':
        return calls.keyMaterial(address)
      case 'recovery/shares':
        return calls.recoveryShares(address, (body as { readonly verifier?: string }).verifier)
      default:
        throw new TypeError(`No route ${path}`)
    }
  }
  return Object.assign(server, { api: calls, post })
}
export type SetServer = ReturnType<typeof createSetServer>
