import type { EthereumNetworks } from '../chains/ethereum/ports.ts'
import type { SolanaNetworks } from '../chains/solana/ports.ts'
import { lazily } from '../core/lazy.ts'
import type { Session } from '../session/session.ts'
import type { WalletSigner } from '../wallet/signer.ts'
import type { Notices } from './notices.ts'
import type { Server } from './server.ts'

export interface ChainsParts {
  readonly server: Server
  readonly session: Session
  readonly notices: Notices
  readonly perform: WalletSigner['perform']
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

export function createChains({ server, session, notices, perform, frame, hostOrigin }: ChainsParts): Chains {
  const { appId, storage, config, now } = server
  const ethereum = lazily(async () => {
    const { createEthereumNetworks } = await import('../chains/ethereum/networks.ts')
    return createEthereumNetworks({
      appId,
      hostOrigin,
      storage,
      session: session.current,
      notices,
      perform,
      frame,
      locks: frame.navigator.locks,
      app: config.app,
      chains: () => config.current.get().chains,
      onConfigChange: config.current.subscribe,
    })
  })
  const solana = lazily(async () => {
    const { createSolanaNetworks } = await import('../chains/solana/networks.ts')
    return createSolanaNetworks({
      clusters: () => config.current.get().solana,
      fetch: frame.fetch.bind(frame),
      kept: {
        read: () => storage.recall('solanaSent', appId),
        write: text => storage.remember('solanaSent', appId, text),
      },
      now,
    })
  })
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
