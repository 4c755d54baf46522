import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EmbeddedWallets } from '../config/embedded-wallets.ts'
import { lazyObject } from '../core/lazy.ts'
import type { Notices } from '../kernel/notices.ts'
import type { WalletOperations } from './operations.ts'

export interface WalletsParts {
  readonly notices: Pick<Notices, 'emit'>
  config(): Pick<EmbeddedWallets, 'ethereum' | 'solana'>
  /** Brings the operations' code. @throws VitrineError */
  load(): Promise<WalletOperations>
}

/** The wallet operations as the kernel has them from the start; their code comes with the first that is used. */
export function createWallets({ config, load, notices }: WalletsParts): WalletOperations {
  /** A creation whose code does not come has failed, which the page is told as of every other. */
  const loadToCreate = () =>
    load().catch((error: VitrineError) => {
      const { code, message } = error
      notices.emit('error', { code, message, during: 'createWallet' })
      throw error
    })
  return {
    ...lazyObject(loadToCreate, ['create', 'createFirst', 'createWithPasscode']),
    ...lazyObject(load, ['openHere', 'recover', 'setRecovery', 'signMessage', 'perform']),
    async createOnLogin(signal, passcode) {
      const { ethereum, solana } = config()
      if (ethereum.createOnLogin !== 'off' || solana.createOnLogin !== 'off')
        await (await loadToCreate()).createOnLogin(signal, passcode)
    },
  }
}
