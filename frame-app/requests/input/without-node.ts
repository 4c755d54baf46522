import type { EthereumNetwork, EthereumTransactionInput } from '../../chains/ethereum/ports.ts'

/**
 * Refuses what no approval could lead to on a chain without an RPC URL: sending, and signing what lacks something. At
 * once, since no person can mend it.
 * @throws VitrineError `unsupported_chain_id` (EIP-1193 4901)
 */
export async function refuseWithoutNode(
  { chain, prepare, prepareToSign }: Pick<EthereumNetwork, 'chain' | 'prepare' | 'prepareToSign'>,
  transaction: EthereumTransactionInput,
  purpose: 'send' | 'sign',
): Promise<void> {
  if (chain.rpcUrls.length > 0) return
  const attempt = purpose === 'send' ? prepare : prepareToSign
  // Nobody's: without a node its fields alone count.
  await attempt(`0x${'0'.repeat(40)}`, transaction, new AbortController().signal)
}
