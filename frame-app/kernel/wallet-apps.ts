import { lazily } from '../core/lazy.ts'
import { withoutBlockedStorage } from '../external-wallets/blocked-storage.ts'
import { createExternalWallets, type RunningExternalWallets } from '../external-wallets/external-wallets.ts'
import type { Connected, ConnectedWallet } from '../external-wallets/ports.ts'
import { isEmbedded } from '../session/held-wallet.ts'
import type { Kept } from '../session/storage.ts'
import { bringLaterWords } from '../words/language.ts'
import type { ExternalParts } from './external.ts'

/** The person's own wallet apps, from the kernel's parts. */
export async function startExternalWallets(
  parts: ExternalParts,
  publish: (connected: Connected) => void,
): Promise<RunningExternalWallets> {
  const { server, user, hostOrigin, ethereum } = parts
  const { appId, storage, config } = server
  // What goes wrong is said in words, and may be with no screen on show.
  await bringLaterWords()
  const kept = (name: Kept) => ({
    read: () => storage.recall(name, `${appId}:${hostOrigin}`),
    write: (text: string) => storage.remember(name, `${appId}:${hostOrigin}`, text),
  })
  let connected: Connected = { wallets: [], active: null }
  const isFirst = ({ address }: ConnectedWallet) => connected.active === address
  return createExternalWallets({
    wallets: parts.askWallets,
    config: config.current.get,
    storage: kept('connections'),
    recent: kept('recent_wallets'),
    now: Date.now,
    publish(next) {
      connected = next
      publish(next)
    },
    own() {
      const snapshot = user.session.current.get()
      return snapshot.status === 'anonymous'
        ? []
        : snapshot.wallets.filter(isEmbedded).map(({ address }) => address)
    },
    onChain(wallet, chainId) {
      ethereum().then(
        networks => {
          // One that the app does not have is no chain of its dapps: the wallet is brought back when it is asked.
          if (!networks.chains.some(({ id }) => id === chainId)) return
          networks.switchTo(chainId, wallet.address.toLowerCase())
          if (isFirst(wallet)) networks.switchTo(chainId)
        },
        () => {},
      )
    },
    phones: lazily(async () => {
      const { createWalletConnect } = await withoutBlockedStorage(
        () => import('../external-wallets/wallet-connect/wallet-connect.ts'),
      )
      const { name, icon_url, wallet_connect_relay_url } = config.app()
      const { chains, solana, walletConnectCloudProjectId, externalWallets } = config.current.get()
      const others = chains.supported.filter(({ id }) => id !== chains.default.id)
      return createWalletConnect({
        appId,
        projectId: walletConnectCloudProjectId,
        relayUrl: wallet_connect_relay_url,
        chains: {
          ethereum: [chains.default, ...others].map(({ id }) => id),
          solana: solana.map(({ chain }) => chain),
        },
        metadata: { name, description: name, url: hostOrigin, icons: icon_url === null ? [] : [icon_url] },
        requestTimeouts: externalWallets.signatureRequestTimeouts,
      })
    }),
  })
}
