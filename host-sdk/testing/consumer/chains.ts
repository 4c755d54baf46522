import { createVitrine } from '@vitrine/host-sdk'
import { createWalletClient, custom } from 'viem'
import { base, mainnet } from 'viem/chains'

const { ethereum } = createVitrine({
  appId: 'app_1',
  walletOrigin: 'https://wallet.example',
  config: { defaultChain: base, supportedChains: [mainnet, base] },
})

export const client = createWalletClient({ chain: base, transport: custom(ethereum) })
