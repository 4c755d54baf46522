import { createEthereumNetworks } from '../chains/ethereum/networks.ts'
import type { EthereumNetworks } from '../chains/ethereum/ports.ts'
import { createReporter } from '../session/report-activity.ts'
import type { ChainsParts } from './chains.ts'

/** The app's Ethereum chains, from the kernel's parts. */
export const startEthereum = ({
  server: { appId, storage, config },
  session,
  external,
  frame,
  requests,
  ...parts
}: ChainsParts): EthereumNetworks =>
  createEthereumNetworks({
    ...parts,
    externalWallets: external.externalWallets,
    report: createReporter(requests),
    appId,
    storage,
    session: session.current,
    frame,
    locks: frame.navigator.locks,
    app: config.app,
    chains: () => config.current.get().chains,
    onConfigChange: config.current.subscribe,
  })
