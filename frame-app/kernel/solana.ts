import { createSolanaNetworks } from '../chains/solana/networks.ts'
import type { SolanaNetworks } from '../chains/solana/ports.ts'
import { createReporter } from '../session/report-activity.ts'
import type { ChainsParts } from './chains.ts'

/** The app's Solana clusters, from the kernel's parts. */
export const startSolana = ({
  server: { appId, storage, config, now },
  frame,
  requests,
}: Pick<ChainsParts, 'server' | 'frame' | 'requests'>): SolanaNetworks =>
  createSolanaNetworks({
    clusters: () => config.current.get().solana,
    fetch: frame.fetch.bind(frame),
    kept: {
      read: () => storage.recall('solanaSent', appId),
      write: text => storage.remember('solanaSent', appId, text),
    },
    history: {
      read: () => storage.recall('solanaHistory', appId),
      write: text => storage.remember('solanaHistory', appId, text),
    },
    now,
    report: createReporter(requests),
  })
