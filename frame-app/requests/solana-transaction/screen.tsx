import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { base58Text } from '@vitrine/shared/encoding.ts'
import { useRef, useState } from 'react'
import { useRequestState } from '../../approval/open-window/use-approval-window.ts'
import { ApprovalScreen } from '../../approval/ui/approval-screen.tsx'
import { SentScreen } from '../../approval/ui/sent-screen.tsx'
import { useRejection } from '../../approval/ui/use-rejection.ts'
import { explorerLink } from '../../chains/solana/explorer.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { useFlow } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { type Performed, type Signed, startSolanaApproval } from './flow.ts'
import type { SolanaTransactionRequest } from './request.ts'

/** Shows what Solana transactions do; signs them, and sends them where that is asked, when the person approves. */
export function SolanaTransactionScreen({ request }: { request: SolanaTransactionRequest }) {
  const kernel = useKernel()
  const { screens } = kernel
  const [isOnItsWay, setIsOnItsWay] = useState(false)
  const broadcast = useRef<Signed | null>(null)
  const [state, flow] = useFlow(() =>
    startSolanaApproval(kernel, request, signed => {
      broadcast.current = signed
      setIsOnItsWay(true)
    }),
  )

  const links = state.status === 'done' ? linksOf(request, state.result) : []
  useRequestState(request, state, links)
  const reject = useRejection(request, state)

  if (state.status === 'done') {
    const { signed, outgoing } = state.result
    return (
      <SentScreen
        onEnd={() => screens.dismiss(request)}
        onShown={() => screens.resolve(request, { signed }, 'stays')}
        outgoing={outgoing}
        transactions={links}
        uiOptions={request.uiOptions}
      />
    )
  }

  const leave = () => {
    // What the network has cannot be rejected any more: the page must learn that it was sent.
    if (broadcast.current) screens.resolve(request, { signed: broadcast.current })
    else reject()
  }
  return (
    <ApprovalScreen
      busy={say(request.mode === 'send' ? 'approval.sending' : 'approval.signing')}
      flow={flow}
      // Until the network has it, or has refused it, nobody can say which of the two it was.
      isBinding={request.mode === 'send' && !isOnItsWay}
      onReject={leave}
      progress={isOnItsWay && state.status === 'performing' ? say('solana.confirming') : undefined}
      request={request}
      state={state}
    />
  )
}

/** Transactions that were signed and not sent have none. */
const linksOf = (
  { mode }: SolanaTransactionRequest,
  { signed, cluster }: Pick<Performed, 'signed' | 'cluster'>,
) =>
  mode === 'sign'
    ? []
    : signed.map(signatureOf).map(id => ({ id, url: cluster && explorerLink(cluster, id) }))

/** A transaction's first signature is its name on chain, base58. */
const signatureOf = (transaction: Uint8Array): string =>
  base58Text(readTransaction(transaction)?.signatures[0] ?? new Uint8Array())
