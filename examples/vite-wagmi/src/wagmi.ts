import { vitrineConnector } from '@vitrine/host-sdk/wagmi'
import { createConfig, http } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const { VITE_VITRINE_ORIGIN: walletOrigin, VITE_VITRINE_APP_ID: appId } = import.meta.env

/** One connector more, and everything else as wagmi has it. */
export const config = createConfig({
  chains: [mainnet, base],
  connectors: [vitrineConnector({ appId, walletOrigin })],
  transports: { [mainnet.id]: http(), [base.id]: http() },
})

declare module 'wagmi' {
  interface Register {
    config: typeof config
  }
}
