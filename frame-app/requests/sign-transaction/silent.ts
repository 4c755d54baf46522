import type { Hex } from '../../chains/ethereum/ports.ts'
import { prepareSilent, transactionsNeedPerson } from '../kind/silent-transactions.ts'
import type { Silent } from '../kind.ts'
import type { SignTransactionRequest } from './request.ts'

export const silent: Silent<SignTransactionRequest, { readonly signedTransaction: Hex }> = {
  needsPerson: (context, { wallet, chainId, transaction }, signal) =>
    transactionsNeedPerson(
      context,
      { wallet, chainId, calls: [transaction], method: 'eth_signTransaction' },
      signal,
    ),
  async perform({ ethereum }, request, signal) {
    const network = (await ethereum()).of(request.chainId)
    return network.sign(
      request.wallet,
      await prepareSilent(network, { ...request, isSignedOnly: true }, signal),
      signal,
    )
  },
}
