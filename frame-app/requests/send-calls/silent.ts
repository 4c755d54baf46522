import type { Hex } from '../../chains/ethereum/ports.ts'
import { sendBatch } from '../../chains/ethereum/send-batch.ts'
import { prepareSilent, silentAbout, transactionsNeedPerson } from '../kind/silent-transactions.ts'
import type { Silent } from '../kind.ts'
import type { SendCallsRequest, SendCallsResult } from './request.ts'

export const silent: Silent<SendCallsRequest, SendCallsResult> = {
  needsPerson: (context, { wallet, chainId, calls }, signal) =>
    transactionsNeedPerson(context, { wallet, chainId, calls, method: 'wallet_sendCalls' }, signal),
  /** What is on its way stays on its way: the page learns of it, even where what follows could not be sent. */
  async perform({ ethereum, hostOrigin }, { wallet, chainId, calls }, signal) {
    const network = (await ethereum()).of(chainId)
    const hashes: Hex[] = []
    try {
      await sendBatch(
        {
          network,
          wallet,
          count: calls.length,
          prepared: place => prepareSilent(network, { wallet, transaction: calls[place] ?? {} }, signal),
          about: silentAbout(network.chain, calls, hostOrigin),
          onSent: hash => hashes.push(hash),
        },
        signal,
      )
    } catch (error) {
      if (hashes.length === 0) throw error
    }
    return { hashes }
  },
}
