import { assetKey } from '../../approval/ethereum/explain/watched-asset.ts'
import type { EthereumNetworks, WatchedAsset } from '../../chains/ethereum/ports.ts'
import { type Flow, type Machine, type Step, startFlow } from '../../core/flow.ts'
import type { Kernel } from '../../ui/kernel-context.ts'

/** By `assetKey`. `null`: nobody could tell it. Absent: it is being read. */
export type Balances = ReadonlyMap<string, bigint | null>

/** No task: the list is shown as soon as it is there, and the balances come after it. Nobody is told of a failure. */
export type TokensState =
  | { readonly status: 'loading'; readonly attempt: number }
  /** The list cannot be had: the account does without it. */
  | { readonly status: 'absent'; readonly attempt: number }
  | {
      readonly status: 'ready'
      readonly attempt: number
      readonly networks: EthereumNetworks
      readonly balances: Balances
    }

export type TokensEvent =
  | { readonly type: 'start' }
  | { readonly type: 'loaded'; readonly attempt: number; readonly networks: EthereumNetworks }
  | { readonly type: 'absent'; readonly attempt: number }
  | { readonly type: 'read'; readonly attempt: number; readonly balances: Balances }

export type TokensEffect =
  | { readonly type: 'load'; readonly attempt: number }
  | { readonly type: 'read'; readonly attempt: number; readonly networks: EthereumNetworks }

export const tokensMachine: Machine<TokensState, TokensEvent, TokensEffect> = {
  initial: { status: 'loading', attempt: 0 },
  reduce(state, event): Step<TokensState, TokensEffect> {
    if (event.type === 'start') {
      if (state.attempt !== 0) return [state, []]
      return [{ status: 'loading', attempt: 1 }, [{ type: 'load', attempt: 1 }]]
    }
    const { attempt } = state
    if (event.attempt !== attempt) return [state, []]
    switch (event.type) {
      case 'absent':
        return state.status === 'loading' ? [{ status: 'absent', attempt }, []] : [state, []]
      case 'loaded': {
        if (state.status !== 'loading') return [state, []]
        const { networks } = event
        const next = attempt + 1
        return [
          { status: 'ready', attempt: next, networks, balances: new Map() },
          [{ type: 'read', attempt: next, networks }],
        ]
      }
      case 'read':
        return state.status === 'ready' ? [{ ...state, balances: event.balances }, []] : [state, []]
    }
  },
}

/** The list at once, then the balances; the code that reads a chain comes only where there is a token. */
export function startTokens(kernel: Pick<Kernel, 'ethereum'>): Flow<TokensState, TokensEvent> {
  const flow = startFlow(tokensMachine, async (effect, signal): Promise<TokensEvent> => {
    const { attempt } = effect
    if (effect.type === 'load')
      try {
        return { type: 'loaded', attempt, networks: await kernel.ethereum() }
      } catch {
        return { type: 'absent', attempt }
      }
    return { type: 'read', attempt, balances: await readBalances(effect.networks, signal) }
  })
  flow.send({ type: 'start' })
  return flow
}

async function readBalances(networks: EthereumNetworks, signal: AbortSignal): Promise<Balances> {
  const assets = networks.assets.all.get()
  if (assets.length === 0) return new Map()
  const read = async (asset: WatchedAsset) => {
    try {
      const { readBalance } = await import('../../approval/ethereum/reads/read-asset.ts')
      return await readBalance(networks.of(asset.chainId), asset, signal)
    } catch {
      // The chain is gone from the config, no node answers, or the account was closed.
      return null
    }
  }
  return new Map(await Promise.all(assets.map(async asset => [assetKey(asset), await read(asset)] as const)))
}
