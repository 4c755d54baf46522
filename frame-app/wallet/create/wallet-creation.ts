import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import type { Notices } from '../../kernel/notices.ts'
import type { Session } from '../../session/session.ts'
import type { VaultClient } from '../../vault/client.ts'
import type { SignedRequests } from '../signed-request.ts'
import { autoCreationKey, requestWallet, walletAccount } from './create-wallet.ts'

export interface WalletCreation {
  /** A wallet that the page asked for. */
  create(createAdditional: boolean): Promise<Wallet>
  /** The user's first wallet; in two tabs at once or tried again, the same one. */
  createFirst(signal?: AbortSignal): Promise<Wallet>
}

export interface WalletCreationParts {
  readonly requests: SignedRequests
  readonly vault: VaultClient
  readonly session: Session
  readonly notices: Pick<Notices, 'emit'>
  /** GET /users/me into the session. */
  refreshUser(): Promise<void>
}

/** Makes wallets and tells the page: `walletCreated` for each, `error` for what went wrong (specification §8). */
export function createWalletCreation(parts: WalletCreationParts): WalletCreation {
  const { session, notices } = parts

  const ethereumWallets = () => {
    const snapshot = session.current.get()
    if (snapshot.status === 'anonymous') throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
    return snapshot.wallets.filter(wallet => wallet.chainType === 'ethereum')
  }

  const make = async (createAdditional: boolean, idempotencyKey: string, signal?: AbortSignal) => {
    const known = new Set(ethereumWallets().map(({ address }) => address))
    const resource = await requestWallet(parts.requests, parts.vault, {
      createAdditional,
      idempotencyKey,
      ...(signal && { signal }),
    })
    // The wallet exists from here on: nothing that fails now may hide it.
    await parts.refreshUser().catch(() => {})
    const user = session.wireUser()
    if (user && !user.linked_accounts.some(it => it.type === 'wallet' && it.address === resource.address))
      session.updateUser(
        { ...user, linked_accounts: [...user.linked_accounts, walletAccount(resource)] },
        null,
      )
    const wallet = ethereumWallets().find(({ address }) => address === resource.address)
    if (!wallet) throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
    if (!known.has(wallet.address)) notices.emit('walletCreated', { wallet })
    return wallet
  }

  const reported = async (work: () => Promise<Wallet>): Promise<Wallet> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof VitrineError)
        notices.emit('error', { code: error.code, message: error.message, during: 'createWallet' })
      throw error
    }
  }

  const createFirst = (signal?: AbortSignal) =>
    reported(async () => {
      const user = session.wireUser()
      if (!user) throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
      return make(false, await autoCreationKey(user.id), signal)
    })

  return {
    create: createAdditional =>
      reported(async () => {
        const existing = ethereumWallets()
        if (existing.length > 0 && !createAdditional)
          throw clientError(
            'embedded_wallet_already_exists',
            'The user already has an Ethereum wallet. Pass createAdditional: true to create another.',
          )
        if (existing.length === 0 && createAdditional)
          throw clientError(
            'embedded_wallet_not_found',
            'There is no Ethereum wallet yet to add another to. Call createWallet() without createAdditional first.',
          )
        try {
          return await make(createAdditional, crypto.randomUUID())
        } catch (error) {
          // Made in another tab or on another device: take it up, so that the page sees what the server sees.
          if (error instanceof VitrineError && error.code === 'embedded_wallet_already_exists')
            await parts.refreshUser().catch(() => {})
          throw error
        }
      }),
    createFirst,
  }
}
