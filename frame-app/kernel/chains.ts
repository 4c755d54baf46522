import type { EthereumNetworks } from '../chains/ethereum/ports.ts'
import type { SolanaNetworks } from '../chains/solana/ports.ts'
import { lazily } from '../core/lazy.ts'
import type { AuthorizedRequests } from '../session/authorized-request.ts'
import type { Session } from '../session/session.ts'
import type { WalletSigner } from '../wallet/signer.ts'
import type { KernelExternal } from './external.ts'
import type { Notices } from './notices.ts'
import type { Server } from './server.ts'

export interface ChainsParts {
  readonly server: Server
  readonly session: Session
  readonly notices: Notices
  readonly perform: WalletSigner['perform']
  readonly external: KernelExternal
  readonly requests: AuthorizedRequests
  readonly frame: Window & typeof globalThis
  readonly hostOrigin: string
}

/** The app's chains; their code comes with the first use. */
export interface Chains {
  /** @throws VitrineError `service_unavailable` */
  ethereum(): Promise<EthereumNetworks>
  /** @throws VitrineError `service_unavailable` */
  solana(): Promise<SolanaNetworks>
}

export function createChains(parts: ChainsParts): Chains {
  const { appId, storage, config } = parts.server
  const ethereum = lazily(async () => (await import('./ethereum.ts')).startEthereum(parts))
  const solana = lazily(async () => (await import('./solana.ts')).startSolana(parts))
  // What an earlier page sent is seen through, whoever is here now.
  void config.configured.then(() => {
    if ((storage.recall('solanaSent', appId) ?? '[]') === '[]') return
    solana().then(
      networks => networks.resume(),
      () => {},
    )
  })
  return { ethereum, solana }
}
