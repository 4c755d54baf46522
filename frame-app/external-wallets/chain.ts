import type { RelayedChain } from '@vitrine/shared/bridge/wallet-relay.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EthereumChain } from '../chains/ethereum/ports.ts'
import type { WalletConnection } from './ports.ts'
import { wrongChain } from './wallet-failure.ts'

/** EIP-3326 and EIP-3085: unknown to the wallet. Some say so by the error that says nothing. */
const MAY_BE_UNKNOWN: readonly unknown[] = [4902, -32603, undefined]

/** See `ExternalWallets.bringToChain`. */
export async function bringToChain(
  connection: WalletConnection,
  chain: EthereumChain,
  signal: AbortSignal,
): Promise<void> {
  if (connection.chainType !== 'ethereum' || connection.chainId() === chain.id) return
  const { name } = connection.meta
  const change = () => connection.ask('wallet_switchEthereumChain', { chainId: chain.id }, signal)
  try {
    await change()
  } catch (error) {
    signal.throwIfAborted()
    const added = asRelayed(chain)
    const mayAdd =
      error instanceof VitrineError &&
      error.code === 'unable_to_sign' &&
      MAY_BE_UNKNOWN.includes(error.data?.eipCode)
    if (!mayAdd || added === null || !connection.can('wallet_addEthereumChain')) throw asWrongChain(error)
    await connection.ask('wallet_addEthereumChain', { chain: added }, signal)
    // It may have gone there by itself; the standard leaves that to it.
    if (connection.chainId() !== chain.id) await change()
  }
  // What it answers is not where it is: a transaction there would be of another chain than the person has read.
  const now = connection.chainId()
  if (now !== null && now !== chain.id) throw wrongChain(name, chain.name)

  function asWrongChain(error: unknown): unknown {
    return error instanceof VitrineError && error.code === 'unable_to_sign'
      ? wrongChain(name, chain.name)
      : error
  }
}

/** EIP-3085, as wallets take it: endpoints by TLS. `null`: the app has none for this chain. */
function asRelayed({
  id,
  name,
  nativeCurrency,
  rpcUrls,
  blockExplorerUrl,
}: EthereumChain): RelayedChain | null {
  const secure = rpcUrls.filter(url => /^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(url))
  if (secure.length === 0) return null
  return {
    chainId: `0x${id.toString(16)}`,
    chainName: name,
    nativeCurrency,
    rpcUrls: secure,
    ...(blockExplorerUrl !== null && { blockExplorerUrls: [blockExplorerUrl] }),
  }
}
