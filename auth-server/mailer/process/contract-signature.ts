import { toEip155 } from '@vitrine/shared/chains/caip2.ts'
import { verifyHash } from 'viem/actions'
import { logError } from '../../log.ts'
import type { WalletNodes } from '../../settings.ts'
import type { MailerRequest, MailerResponse } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'
import { askNode } from './ask-node.ts'

/**
 * Asks a chain whether a contract there signed (EIP-1271), or would once it is deployed (ERC-6492): by viem, with `eth_call` alone.
 * @throws MailerRefusal `not_configured` | `unavailable`
 */
export async function readSignature(
  nodes: WalletNodes,
  { chainId, address, digest, signature }: MailerRequest<'readSignature'>,
): Promise<MailerResponse<'readSignature'>> {
  const url = nodeOf(nodes, chainId)
  if (url === null) throw new MailerRefusal('not_configured', 'There is no node of this chain.')
  const { client, isAway } = askNode(url)
  try {
    const isSigned = await verifyHash(client, { address, hash: digest, signature })
    // viem takes a node that says nothing for a contract that does not agree.
    if (!isSigned && isAway()) throw new Error('no answer')
    return { isSigned }
  } catch (error) {
    // Its message names the node's address, which may hold a key.
    logError('asking a chain for a signature', new Error(error instanceof Error ? error.name : typeof error))
    throw new MailerRefusal('unavailable', 'The chain cannot be asked.')
  }
}

/** The operator's node of a chain, or the wallet provider's for it (specification §7); `null`: neither. */
function nodeOf({ urls, providerUrl, projectId }: WalletNodes, chainId: string): string | null {
  if (Object.hasOwn(urls, chainId)) return urls[chainId] ?? null
  if (providerUrl === null) return null
  const url = new URL(providerUrl)
  url.searchParams.set('chainId', toEip155(Number(chainId)))
  if (projectId !== null) url.searchParams.set('projectId', projectId)
  return url.href
}
