import { toEip155 } from '@vitrine/shared/chains/caip2.ts'
import type { Client } from 'viem'
import { verifyHash } from 'viem/actions'
import { isErc8010Signature } from 'viem/utils'
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
    const isSigned = await isContractSignature(client, { address, digest, signature })
    // viem takes a node that says nothing for a contract that does not agree.
    if (!isSigned && isAway()) throw new Error('no answer')
    return { isSigned }
  } catch (error) {
    // Its message names the node's address, which may hold a key.
    logError('asking a chain for a signature', new Error(error instanceof Error ? error.name : typeof error))
    throw new MailerRefusal('unavailable', 'The chain cannot be asked.')
  }
}

/**
 * Whether a contract signed (EIP-1271), or would once it is deployed (ERC-6492), by one `eth_call`. Of an address that no contract can
 * have, and of a signature that brings a delegation of a key with it (ERC-8010), it is said that it did not.
 */
export const isContractSignature = async (
  client: Client,
  { address, digest, signature }: Pick<MailerRequest<'readSignature'>, 'address' | 'digest' | 'signature'>,
): Promise<boolean> =>
  BigInt(address) > LAST_RESERVED_ADDRESS &&
  // It would ask the node more, and the delegation may be an old one of the person's, which anybody can read on a chain.
  !isErc8010Signature(signature) &&
  verifyHash(client, { address, hash: digest, signature })

/**
 * `ecrecover` answers with the address zero for what nobody signed, which then is that address's signature. Those after it are
 * precompiled contracts, of which some give back what they are given: the answer of EIP-1271 is its own selector.
 */
const LAST_RESERVED_ADDRESS = 0xffffn

/** The operator's node of a chain, or the wallet provider's for it (specification §7); `null`: neither. */
function nodeOf({ urls, providerUrl, projectId }: WalletNodes, chainId: string): string | null {
  if (Object.hasOwn(urls, chainId)) return urls[chainId] ?? null
  if (providerUrl === null) return null
  const url = new URL(providerUrl)
  url.searchParams.set('chainId', toEip155(Number(chainId)))
  if (projectId !== null) url.searchParams.set('projectId', projectId)
  return url.href
}
