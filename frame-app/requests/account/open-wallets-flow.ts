import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Flow, type Machine, type Step, startFlow } from '../../core/flow.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { type Failure, toFailure } from '../../words/failure.ts'

/** Whether the on-device wallets open here: by themselves, or after the person's recovery passcode. */
export type OpenWalletsState =
  | { readonly status: 'unasked'; readonly attempt: number }
  | { readonly status: 'opening'; readonly attempt: number }
  | { readonly status: 'open'; readonly attempt: number }
  | { readonly status: 'needs-recovery'; readonly attempt: number }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }

export type OpenWalletsEvent =
  | { readonly type: 'open' }
  | { readonly type: 'opened'; readonly attempt: number }
  | { readonly type: 'recovery-needed'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

export interface OpenWalletsEffect {
  readonly type: 'open'
  readonly attempt: number
}

export const openWalletsMachine: Machine<OpenWalletsState, OpenWalletsEvent, OpenWalletsEffect> = {
  initial: { status: 'unasked', attempt: 0 },
  reduce(state, event): Step<OpenWalletsState, OpenWalletsEffect> {
    if (event.type === 'open') {
      if (state.status !== 'unasked' && state.status !== 'failed') return [state, []]
      const attempt = state.attempt + 1
      return [{ status: 'opening', attempt }, [{ type: 'open', attempt }]]
    }
    if (state.status !== 'opening' || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    switch (event.type) {
      case 'opened':
        return [{ status: 'open', attempt }, []]
      case 'recovery-needed':
        return [{ status: 'needs-recovery', attempt }, []]
      case 'failed':
        return [{ status: 'failed', attempt, failure: event.failure }, []]
    }
  },
}

export const startOpenWallets = (
  operations: Pick<Operations, 'openHere'>,
): Flow<OpenWalletsState, OpenWalletsEvent> =>
  startFlow(openWalletsMachine, async ({ attempt }, signal): Promise<OpenWalletsEvent> => {
    try {
      await operations.openHere(signal)
      return { type: 'opened', attempt }
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'embedded_wallet_needs_recovery')
        return { type: 'recovery-needed', attempt }
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
