import { useEffect, useState } from 'react'
import { whenIdle } from '../core/when-idle.ts'
import type { HoldingsSource } from '../portfolio/ports.ts'
import { addressBookOf } from '../recipients/address-book.ts'
import { rememberOnceArrived } from '../recipients/known-recipients.ts'
import { type HeldWallet, isEmbedded } from '../session/held-wallet.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { type Draft, type SentTransfer, startSend } from './flow.ts'
import { bringApproval, OwnApproval } from './own-approval.tsx'
import { prepareSend } from './prepare-send.ts'
import styles from './send.module.css'
import { SendFormScreen } from './send-form.tsx'
import { transferArrived } from './transfer-arrived.ts'
import { useSendForm } from './use-send-form.ts'

export interface SendViewProps {
  readonly wallet: HeldWallet
  readonly holdings: HoldingsSource
  /** The coin to begin with (`Holding.key`), chosen in the wallet itself. A page can fill in nothing. */
  readonly initialKey?: string | undefined
  onBack(): void
  onClose(): void
  /** It is on its way, and the person has seen so. */
  onSent(sent: SentTransfer): void
}

/** Few need it: this device usually opens the wallet by itself. */
const loadRecover = async () => (await import('../recovery/recover-card.tsx')).RecoverCard

/** Sends from the wallet's home: a form, then the approval that a site's request would have, then back. */
export function SendView({ wallet, holdings, initialKey, onBack, onClose, onSent }: SendViewProps) {
  const kernel = useKernel()
  const snapshot = useStore(kernel.session)
  const [book] = useState(() => addressBookOf(kernel.recipients))
  const form = useSendForm(wallet, holdings, book, initialKey)
  const [state, flow] = useFlow(() =>
    startSend((draft, signal) => prepareSend(kernel, wallet, draft, signal)),
  )
  // Another person may log in, in another tab: what the one before filled in is not theirs to approve.
  const isTheirs =
    snapshot.status === 'authenticated' && snapshot.wallets.some(it => it.address === wallet.address)
  useEffect(() => {
    if (!isTheirs) onClose()
  }, [isTheirs, onClose])
  const { chainType } = wallet
  useEffect(() => whenIdle(() => bringApproval(chainType)), [chainType])
  if (!isTheirs) return null

  if (!isEmbedded(wallet) || form === null)
    return (
      <Screen onBack={onBack} onClose={onClose} title={say('send.title')}>
        <p className={styles.none}>{say(isEmbedded(wallet) ? 'send.nothing' : 'send.elsewhere')}</p>
      </Screen>
    )
  switch (state.status) {
    case 'recovering':
      return (
        <LazyScreen
          load={loadRecover}
          onClose={onClose}
          props={{
            onBack: () => flow.send({ type: 'back' }),
            onClose,
            onRecovered: () => flow.send({ type: 'recovered' }),
            ...(wallet.custody === 'device' && { wallet }),
          }}
          title={say('recover.title')}
        />
      )
    case 'asking':
      return (
        <OwnApproval
          onEnd={() => {
            const now = flow.get()
            if (now.status === 'asking' && now.sent) onSent(now.sent)
          }}
          onLeft={() => flow.send({ type: 'back' })}
          onSent={id => {
            const { draft } = state
            flow.send({ type: 'sent', sent: { chain: draft.holding.chain, id } })
            void settle(draft, id)
          }}
          request={state.request}
        />
      )
    default:
      return (
        <SendFormScreen
          book={book}
          form={form}
          isPreparing={state.status === 'preparing'}
          onBack={onBack}
          onClose={onClose}
          onReview={draft => flow.send({ type: 'review', draft })}
          problem={state.status === 'form' ? state.problem : null}
        />
      )
  }

  /** Goes on when the person has left: it is on its way whether they look or not. */
  async function settle({ holding: { chain }, to }: Draft, id: string) {
    await rememberOnceArrived(kernel, chain.type, [to], transferArrived(kernel, { chain, id }))
    await holdings.refresh()
  }
}
