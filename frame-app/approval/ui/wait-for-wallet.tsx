import { useEffect, useState } from 'react'
import type { WalletConnection } from '../../external-wallets/ports.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { NO_ANSWER_MS } from '../../ui/no-answer.tsx'
import { say } from '../../words/say.ts'
import styles from './approval-layout.module.css'

/** Elsewhere the wallet is on another device than the link would be opened on. */
const isTouched = () => matchMedia('(hover: none) and (pointer: coarse)').matches

export interface WaitForWalletProps {
  readonly wallet: HeldWallet
  /** Asks the wallet anew; `null`: what it was asked for could then happen twice. */
  readonly onAskAgain: (() => void) | null
}

/**
 * While another wallet app is asked: who has to answer, and after a moment how to get there, and another try (contract §9). Begins
 * anew with each attempt: give it the `key` of one.
 */
export function WaitForWallet({ wallet: { address, chainType }, onAskAgain }: WaitForWalletProps) {
  const { externalWallets } = useKernel()
  const [line, setLine] = useState<WalletConnection | null>(null)
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    let isHere = true
    externalWallets().then(
      wallets => {
        if (isHere) setLine(wallets.connectionOf(address, chainType))
      },
      // The request itself says what is wrong.
      () => {},
    )
    const timer = setTimeout(() => setIsLong(true), NO_ANSWER_MS)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [externalWallets, address, chainType])
  if (line === null) return null
  const wallet = line.meta.name
  return (
    <>
      <p className={styles.note} role="status">
        {say(isLong ? 'walletAnswer.hint' : 'walletAnswer.waiting', { wallet })}
      </p>
      {line.openApp && isTouched() ? (
        <LinkButton href={line.openApp}>{say('walletAnswer.openApp', { wallet })}</LinkButton>
      ) : null}
      {isLong && onAskAgain ? (
        <Button look="quiet" onClick={onAskAgain}>
          {say('action.tryAgain')}
        </Button>
      ) : null}
    </>
  )
}
