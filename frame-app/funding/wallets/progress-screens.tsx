import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { say } from '../../words/say.ts'
import type { BegunTransfer } from './begun-transfer.ts'
import type { EndReason } from './flow.ts'
import { explorerUrlOf } from './shown.ts'
import styles from './wallets.module.css'

const Waiting = () => (
  <div className={styles.wait}>
    <Spinner />
  </div>
)

/** A bridge's approval has to be in a block first. */
export const AllowingScreen = ({ onClose }: { onClose(): void }) => (
  <Screen
    emblem={<Waiting />}
    onClose={onClose}
    sentence={say('fundWallets.allowingSentence')}
    status={say('fundWallets.allowing')}
    title={say('fundWallets.allowing')}
  />
)

export interface FollowingScreenProps {
  readonly begun: BegunTransfer
  /** The network that is funded, and the one that it is paid on. */
  readonly network: string
  readonly payingNetwork: string
  readonly isElsewhere: boolean
  readonly isSlow: boolean
  /** Nothing was sent, by the person's word. Resolves when that is known everywhere. */
  onDeclined(): void
  readonly isReleasing: boolean
  readonly problem: string | null
  onClose(): void
}

/** What is on its way, or was asked for and not answered. */
export function FollowingScreen(props: FollowingScreenProps) {
  const { begun, network, payingNetwork, isElsewhere, isSlow, onClose } = props
  const { from, sent, bridge } = begun
  if (sent === null) {
    const sentence = isElsewhere
      ? 'fundWallets.elsewhere'
      : from.isExternal
        ? 'fundWallets.answerSentence'
        : 'fundWallets.answerOwn'
    return (
      <Screen
        emblem={<Waiting />}
        onClose={onClose}
        sentence={say(sentence)}
        status={say(sentence)}
        title={say('fundWallets.answerTitle', { wallet: from.name })}
      >
        <p className={styles.note}>{say('fundWallets.declinedMeaning', { wallet: from.name })}</p>
        {props.problem === null ? null : <Problem>{props.problem}</Problem>}
        <div className={styles.actions}>
          <Button isBusy={props.isReleasing} look="plain" onClick={props.onDeclined}>
            {say('fundWallets.declined')}
          </Button>
        </div>
      </Screen>
    )
  }
  const sentence = bridge
    ? say('fundWallets.bridging', { provider: bridge.provider, network })
    : say('fundWallets.onTheWaySentence', { network: payingNetwork })
  const slow = bridge ? say('fundWallets.slowBridge', { provider: bridge.provider }) : say('fundWallets.slow')
  return (
    <Screen
      emblem={<Waiting />}
      onClose={onClose}
      sentence={sentence}
      status={isSlow ? slow : say('fundWallets.onTheWay')}
      title={say('fundWallets.onTheWay')}
    >
      {isSlow ? <p className={styles.note}>{slow}</p> : null}
      <Sent begun={begun} sent={sent} />
    </Screen>
  )
}

export interface EndedScreenProps {
  readonly begun: BegunTransfer
  readonly why: EndReason
  readonly payingNetwork: string
  onAgain(): void
  onClose(): void
}

/** What was sent brought nothing: what became of the money, and what to do. */
export function EndedScreen({ begun, why, payingNetwork, onAgain, onClose }: EndedScreenProps) {
  const { from, sent, bridge } = begun
  const words = { network: payingNetwork, wallet: from.name, provider: bridge?.provider ?? '' }
  return (
    <Screen onClose={onClose} title={say('fundWallets.endTitle')}>
      <Problem>{say(`fundWallets.end.${why}`, words)}</Problem>
      {sent === null ? null : <Sent begun={begun} sent={sent} />}
      <div className={styles.actions}>
        <Button onClick={onAgain}>{say('fundWallets.again')}</Button>
      </div>
    </Screen>
  )
}

/** The transaction, to be found again and to be asked about. */
function Sent({ begun, sent }: { readonly begun: BegunTransfer; readonly sent: string }) {
  const kernel = useKernel()
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    void explorerUrlOf(kernel, begun, sent).then(found => isGone || setUrl(found))
    return () => {
      isGone = true
    }
  }, [kernel, begun, sent])
  return (
    <p className={styles.hash}>
      <bdi dir="ltr" title={sent}>{`${sent.slice(0, 10)}…${sent.slice(-8)}`}</bdi>
      {url === null ? null : (
        <a className={styles.link} href={url} rel="noopener noreferrer" target="_blank">
          {say('fundWallets.view')}
        </a>
      )}
    </p>
  )
}
