import { useEffect, useState } from 'react'
import type { WalletConnection } from '../../external-wallets/ports.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { say } from '../../words/say.ts'
import styles from './approval-layout.module.css'

/** Contract §9: after this long without an answer a person is told where to look. */
const HINT_MS = 4_000

/** Elsewhere the wallet is on another device than the link would be opened on. */
const isTouched = () => matchMedia('(hover: none) and (pointer: coarse)').matches

/** While another wallet app is asked: who has to answer, and after a moment how to get there. */
export function WaitForWallet({ wallet: { address, chainType } }: { wallet: HeldWallet }) {
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
    const timer = setTimeout(() => setIsLong(true), HINT_MS)
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
    </>
  )
}
