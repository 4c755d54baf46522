import { runSilentChecks } from '../../approval/ethereum/review/silent-checks.ts'
import type { Hex } from '../../chains/ethereum/ports.ts'
import { scannerOf } from '../kind/silent-transactions.ts'
import type { Silent } from '../kind.ts'
import type { SignTypedDataRequest } from './request.ts'
import { signingOf } from './signing.ts'

export const silent: Silent<SignTypedDataRequest, { readonly signature: Hex }> = {
  async needsPerson(context, { wallet, typedData, chainId: asked }, signal) {
    // No scanner reads version 1, and its signature is bound to no contract and no chain.
    if (Array.isArray(typedData)) return true
    const networks = await context.ethereum()
    const chainId = Number(typedData.domain.chainId ?? asked ?? networks.current.get())
    const task = { kind: 'typed-data', wallet, chainId, typedData } as const
    return (await runSilentChecks(scannerOf(context), task, signal)).isSuspect
  },
  async perform({ wallets }, { wallet, typedData }, signal) {
    const { signature } = await wallets.perform(wallet, signingOf(typedData), signal)
    return { signature: signature as Hex }
  },
}
