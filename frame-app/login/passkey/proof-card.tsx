import type { RequestOptions } from '@vitrine/shared/api/login/passkey.ts'
import { useEffect, useRef } from 'react'
import { useKernel } from '../../ui/kernel-context.ts'
import { useFlow } from '../../ui/use-flow.ts'
import { forDevice } from './passkey-api.ts'
import { PasskeyScreen, type PasskeyScreenProps } from './passkey-screen.tsx'
import { startPasskeyProof } from './start-flow.ts'

export interface PasskeyProofCardProps
  extends Pick<PasskeyScreenProps<unknown>, 'title' | 'sentence' | 'press' | 'later' | 'onBack' | 'onClose'> {
  /** The challenge of the signer, and its word for that. */
  init(signal: AbortSignal): Promise<{ readonly options: RequestOptions; readonly signature: string }>
  submit(
    answer: { readonly challenge: string; readonly response: object },
    signal: AbortSignal,
  ): Promise<string>
  onProven(proof: string): void
}

/** Has a passkey of the person's prove something else than a login, here or in a window. */
export function PasskeyProofCard({ init, submit, onProven, ...screen }: PasskeyProofCardProps) {
  const { calls } = useKernel().operations
  const [state, flow] = useFlow(() =>
    startPasskeyProof(
      async signal => {
        const { options, signature } = await init(signal)
        return forDevice(calls, options, signature)
      },
      (challenge, { response }, signal) => submit({ challenge, response }, signal),
    ),
  )
  const proven = useRef(onProven)
  proven.current = onProven
  useEffect(() => {
    if (state.status === 'done') proven.current(state.result)
  }, [state])
  return <PasskeyScreen {...screen} flow={flow} isGuarded purposes={['log-in']} />
}
