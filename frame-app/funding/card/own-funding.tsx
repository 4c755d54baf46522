import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { useEffect, useState } from 'react'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import { FundingCard } from './funding-card.tsx'
import { ownRequest, type ShortOn } from './own-request.ts'

export interface OwnFundingProps {
  readonly wallet: Pick<HeldWallet, 'address' | 'chainType'>
  /** Of which chain's currency there is too little; absent: what the app recommends. */
  readonly short?: ShortOn | undefined
  /** Nobody pressed for it: where nothing can be funded, nothing is shown. */
  readonly isOffered?: true
  onBack?: (() => void) | undefined
  onClose(): void
  /** The money is there, and the person has seen so. */
  onDone(): void
}

/** Adds funds where no page asked for it: in the account, in an approval, after a wallet was made. */
export function OwnFunding({ wallet, short, isOffered, onBack, onClose, onDone }: OwnFundingProps) {
  const kernel = useKernel()
  const [made] = useState(() => {
    try {
      return { request: ownRequest(kernel, wallet, short) }
    } catch (error) {
      // What it says is a site's developer's.
      return {
        message: error instanceof VitrineError ? say('funding.unavailable') : toFailure(error).message,
      }
    }
  })
  const isOver = isOffered && 'message' in made
  useEffect(() => {
    if (isOver) onDone()
  }, [isOver, onDone])
  if (isOver) return null
  if ('message' in made)
    return (
      <Screen onBack={onBack} onClose={onClose} title={say('funding.title')}>
        <Problem>{made.message}</Problem>
      </Screen>
    )
  return (
    <FundingCard
      onBack={onBack}
      onCompleted={() => {}}
      onEnd={onDone}
      onLeave={onClose}
      request={made.request}
    />
  )
}
