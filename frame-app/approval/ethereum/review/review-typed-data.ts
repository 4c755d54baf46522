import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type { Address, EthereumChain, EthereumNetworks } from '../../../chains/ethereum/ports.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import type { Kernel } from '../../../ui/kernel-context.ts'
import { toApprovalFailure } from '../../approval-failure.ts'
import type { Reviewed } from '../../flow/approval-flow.ts'
import { scan } from '../../scan/scan.ts'
import { scanDomain } from '../../scan/scan-domain.ts'
import { withScanVerdict } from '../../scan/scan-verdict.ts'
import type { ReviewBase } from '../../view/build-view.ts'
import type { DecodedCall } from '../decode/action.ts'
import { decodeCall, decodeSafeTransaction, decodeUserOperation } from '../decode/decode-call.ts'
import { knownAddressesOf } from '../explain/explain-context.ts'
import { type Facts, gatherFacts, NO_FACTS } from '../reads/facts.ts'
import { findNetwork } from '../typed-data/domain-network.ts'
import { explainTypedData } from '../typed-data/explain-typed-data.ts'
import type { Recognised } from '../typed-data/permits-and-orders.ts'
import { domainContract } from '../typed-data/placeholder.ts'
import { integerOf } from '../typed-data/read-value.ts'
import { recognise } from '../typed-data/recognise.ts'
import { type Lookups, lookupsOf, noteFailedLookups } from './lookups.ts'

export interface TypedDataTask {
  readonly wallet: HeldWallet
  readonly typedData: TypedData
  /** What the asking provider is on; absent: what the page's first one is on. */
  readonly chainId?: number
}

/**
 * Reads what a signature over typed data lets happen.
 * @throws the signal's reason when it aborts
 */
export async function reviewTypedData(
  kernel: Pick<Kernel, 'app' | 'ethereum' | 'config' | 'hostOrigin' | 'operations' | 'recipients'>,
  { wallet, typedData, chainId }: TypedDataTask,
  signal: AbortSignal,
): Promise<Reviewed<ReviewBase>> {
  try {
    const owner = wallet.address as Address
    const networks = await kernel.ethereum()
    const { network, match } = findNetwork(networks, typedData, chainId)
    const recognised = recognise(typedData)
    const chain = network?.chain ?? namelessChain(networks, typedData)
    const needed = lookupsFor(typedData, recognised, chain.id)
    const { embeddedWallets } = kernel.config.get()
    const [facts, verdict] = await Promise.all([
      network
        ? gatherFacts(network, { wallet: owner, ...needed, calls: [] }, signal)
        : Promise.resolve<Facts>(NO_FACTS),
      embeddedWallets.transactionScanning.enabled
        ? scan(
            kernel.operations.calls,
            {
              chainId: chain.id,
              domain: scanDomain(kernel),
              method: 'eth_signTypedData_v4',
              params: [wallet.address, JSON.stringify(typedData)],
            },
            signal,
          )
        : null,
    ])
    const explained = explainTypedData(
      {
        hostOrigin: kernel.hostOrigin,
        wallet: owner,
        chain,
        priceDisplay: embeddedWallets.priceDisplay,
        facts,
        knownAddresses: knownAddressesOf(owner, networks, kernel.recipients),
        isExtended: embeddedWallets.extendedCalldataDecoding,
      },
      typedData,
      recognised,
      match,
    )
    const explanation = noteFailedLookups(withScanVerdict(explained, verdict), needed, facts)
    const networkName = match.kind === 'unbound' ? null : chain.name
    return { ok: true, review: { explanation, cost: null, networkName } }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, failure: toApprovalFailure(error), explanation: null }
  }
}

/** A chain that the app does not have: nothing is read from it, and it has no name but its number. */
function namelessChain(networks: EthereumNetworks, { domain }: TypedData): EthereumChain {
  const id = Number(integerOf(domain.chainId) ?? 0n)
  return { ...networks.of(networks.current.get()).chain, id, name: String(domain.chainId), rpcUrls: [] }
}

function lookupsFor(data: TypedData, recognised: Recognised | null, chainId: number): Lookups {
  const contract = domainContract(data)
  const tokens: Address[] = []
  const accounts: Address[] = contract ? [contract] : []
  const add = (calls: readonly DecodedCall[]) => {
    const inner = lookupsOf(calls)
    tokens.push(...inner.tokens)
    accounts.push(...inner.accounts)
  }
  for (const content of recognised?.contents ?? [])
    switch (content.kind) {
      case 'permit':
        tokens.push(content.token)
        accounts.push(content.spender)
        break
      case 'transfer':
        tokens.push(content.token)
        break
      case 'permit-all':
        tokens.push(content.contract)
        accounts.push(content.contract, content.operator)
        break
      case 'safe-transaction':
        add(decodeSafeTransaction(chainId, content.safe, content))
        if (content.refund?.token) tokens.push(content.refund.token)
        break
      case 'user-operation':
        add(decodeUserOperation(chainId, content.account, content.data))
        break
      case 'order':
        tokens.push(
          ...[...content.gives, ...content.gets].flatMap(it => (it.kind === 'native' ? [] : [it.token])),
        )
        break
      case 'meta-transaction':
        add([decodeCall(chainId, content)])
    }
  return { tokens, accounts }
}
