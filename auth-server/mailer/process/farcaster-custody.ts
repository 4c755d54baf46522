import { parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { logError } from '../../log.ts'
import type { FarcasterPlaces } from '../../settings.ts'
import type { MailerRequest, MailerResponse } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'
import { askNode } from './ask-node.ts'
import { isContractSignature } from './contract-signature.ts'

const REGISTRY = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])

/**
 * Asks the chain which account an address holds (`idOf` of the IdRegistry), and whether the contract there signed.
 * @throws MailerRefusal `unavailable`
 */
export async function readCustody(
  { rpcUrl, idRegistry }: FarcasterPlaces,
  { address, contract }: MailerRequest<'readCustody'>,
): Promise<MailerResponse<'readCustody'>> {
  const { client, isAway } = askNode(rpcUrl)
  try {
    const [fid, isSigned] = await Promise.all([
      readContract(client, { address: idRegistry, abi: REGISTRY, functionName: 'idOf', args: [address] }),
      contract && isContractSignature(client, { address, ...contract }),
    ])
    if (isAway()) throw new Error('no answer')
    return { fid: String(fid), isSigned }
  } catch (error) {
    // Its message names the node's address, which may hold a key.
    logError('asking the chain for an account', new Error(error instanceof Error ? error.name : typeof error))
    throw new MailerRefusal('unavailable', 'The chain cannot be asked.')
  }
}
