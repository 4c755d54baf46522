import type { EmbeddedWallets } from '../config/embedded-wallets.ts'
import type { WalletOperations } from './operations.ts'

export interface WalletsParts {
  config(): Pick<EmbeddedWallets, 'ethereum' | 'solana'>
  /** Brings the operations' code. */
  load(): Promise<WalletOperations>
}

/** The wallet operations as the kernel has them from the start; their code comes with the first that is used. */
export function createWallets({ config, load }: WalletsParts): WalletOperations {
  return {
    create: async options => (await load()).create(options),
    createFirst: async (...first) => (await load()).createFirst(...first),
    createWithPasscode: async (...made) => (await load()).createWithPasscode(...made),
    openHere: async signal => (await load()).openHere(signal),
    recover: async (passcode, signal) => (await load()).recover(passcode, signal),
    setRecovery: async (...change) => (await load()).setRecovery(...change),
    signMessage: async (message, signal) => (await load()).signMessage(message, signal),
    perform: async (wallet, request, signal) => (await load()).perform(wallet, request, signal),
    async createOnLogin(signal, passcode) {
      const { ethereum, solana } = config()
      if (ethereum.createOnLogin !== 'off' || solana.createOnLogin !== 'off')
        await (await load()).createOnLogin(signal, passcode)
    },
  }
}
