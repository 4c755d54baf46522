import type { Hex } from '../../chains/ethereum/ports.ts'
import { prepareSilent, silentAbout, transactionsNeedPerson } from '../kind/silent-transactions.ts'
import type { Silent } from '../kind.ts'
import type { SendTransactionRequest } from './request.ts'

export const silent: Silent<SendTransactionRequest, { readonly hash: Hex }> = {
  needsPerson: (context, { wallet, chainId, transaction }, signal) =>
    transactionsNeedPerson(
      context,
      { wallet, chainId, calls: [transaction], method: 'eth_sendTransaction' },
      signal,
    ),
  async perform({ ethereum, hostOrigin }, request, signal) {
    const network = (await ethereum()).of(request.chainId)
    const prepared = await prepareSilent(network, request, signal)
    const about = silentAbout(network.chain, [request.transaction], hostOrigin)
    return network.send(request.wallet, prepared, signal, about)
  },
}
