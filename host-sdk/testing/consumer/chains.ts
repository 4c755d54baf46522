import { createVitrine } from '@vitrine/host-sdk'
import { vitrineConnector } from '@vitrine/host-sdk/wagmi'
import { createConfig } from '@wagmi/core'
import { createWalletClient, custom, http } from 'viem'
import { base, mainnet } from 'viem/chains'

const options = {
  appId: 'app_1',
  walletOrigin: 'https://wallet.example',
  config: { defaultChain: base, supportedChains: [mainnet, base] },
}
const vitrine = createVitrine(options)

export const client = createWalletClient({ chain: base, transport: custom(vitrine.ethereum) })

export const config = createConfig({
  chains: [mainnet, base],
  connectors: [vitrineConnector(options), vitrineConnector({ instance: vitrine })],
  transports: { [mainnet.id]: http(), [base.id]: http() },
})
