import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { CreateOnLogin } from '../config/embedded-wallets.ts'
import type { Session } from '../session/session.ts'
import type { WalletOperations } from './operations.ts'

export interface Wallets extends WalletOperations {
  /** What the config makes on login; resolves at once when there is nothing to make. */
  createOnLogin(signal?: AbortSignal): Promise<void>
}

export interface WalletsParts {
  readonly session: Pick<Session, 'current'>
  createOnLogin(): CreateOnLogin
  /** Brings the operations' code. */
  load(): Promise<WalletOperations>
}

/** The wallet operations as the kernel has them from the start; their code comes with the first that is used. */
export function createWallets({ session, createOnLogin, load }: WalletsParts): Wallets {
  const createFirst = async (signal?: AbortSignal) => (await load()).createFirst(signal)
  return {
    create: async createAdditional => (await load()).create(createAdditional),
    createFirst,
    signMessage: async (message, signal) => (await load()).signMessage(message, signal),
    async createOnLogin(signal) {
      if (createOnLogin() === 'off') return
      const snapshot = session.current.get()
      if (snapshot.status === 'anonymous') throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
      // Users have embedded wallets only, so `users-without-wallets` and `all-users` ask for the same.
      if (snapshot.wallets.some(wallet => wallet.chainType === 'ethereum')) return
      await createFirst(signal)
    },
  }
}
