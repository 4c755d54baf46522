import type { SendUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import { useLayoutEffect, useRef } from 'react'
import { Avatar } from '../../marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { Success } from '../../ui/success.tsx'
import { say } from '../../words/say.ts'
import type { Line } from '../explain/explanation.ts'
import { singleLine } from '../readable-text.ts'
import type { SentLink } from '../view/request-state.ts'
import styles from './sent-screen.module.css'

export interface SentScreenProps {
  readonly uiOptions: Pick<SendUiOptions, 'successHeader' | 'successDescription'>
  /** What was sent, in its order; empty where transactions were signed and not sent. */
  readonly transactions: readonly SentLink[]
  /** What left the wallet with them, as it was approved. */
  readonly outgoing: readonly Line[]
  /** How many transactions were asked for, where not all of them were sent. */
  readonly askedFor?: number | undefined
  /** As soon as it is on show. */
  onShown(): void
  onEnd(): void
}

/** The tick, what left and to whom, and where to follow each transaction. It is sent, and not in a block yet. */
export function SentScreen({ uiOptions, transactions, outgoing, askedFor, onShown, onEnd }: SentScreenProps) {
  const shown = useRef(onShown)
  // Before anybody can press Close: a tick that is closed at once has been shown all the same.
  useLayoutEffect(() => void shown.current(), [])
  if (askedFor !== undefined)
    return <EndedBatch askedFor={askedFor} onEnd={onEnd} transactions={transactions} />
  const isSent = transactions.length > 0
  const words = [uiOptions.successHeader, uiOptions.successDescription]
    .map(it => singleLine(it ?? ''))
    .filter(it => it !== '')
  // The title is ours alone: a page that could call it "Failed" would have the person pay once more.
  return (
    <Success
      onEnd={onEnd}
      stays={isSent ? 'until-closed' : words.length > 0 ? 'long' : 'short'}
      title={say(isSent ? 'approval.sent' : 'approval.signed')}
    >
      {isSent ? <Left lines={outgoing} /> : null}
      {words.length === 0 ? null : (
        <div className={styles.note}>
          <span className={styles.label}>{say('sign.siteSays')}</span>
          {words.map(it => (
            <p key={it}>
              <bdi>“{it}”</bdi>
            </p>
          ))}
        </div>
      )}
      <Transactions transactions={transactions} />
    </Success>
  )
}

/** Amount and recipient of each line that was approved. */
const Left = ({ lines }: { lines: readonly Line[] }) =>
  lines.length === 0 ? null : (
    <ul className={styles.left}>
      {lines.map(({ amount, beside, party }, place) => (
        // Lines have no identity of their own, and never change their places.
        <li key={`${place}`}>
          <bdi className={styles.amount} dir="ltr">{`−${amount}`}</bdi>
          {beside === null ? null : (
            <bdi className={styles.label} dir="ltr">
              {beside}
            </bdi>
          )}
          {party === null ? null : (
            <span className={styles.party}>
              {say('approval.to')}
              <Avatar address={party} size={20} />
              <bdi dir="ltr" title={party}>
                {shortAddress(party)}
              </bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  )

/** A batch that ended early: no tick, and it stays until the person has read it. */
function EndedBatch({
  transactions,
  askedFor,
  onEnd,
}: Pick<SentScreenProps, 'transactions' | 'onEnd'> & { readonly askedFor: number }) {
  return (
    <Screen onClose={onEnd} title={say('approval.batchEnded')}>
      <Problem>{say('approval.batchEndedSentence', { sent: transactions.length, count: askedFor })}</Problem>
      <Transactions transactions={transactions} />
      <div className={styles.close}>
        <Button onClick={onEnd}>{say('action.done')}</Button>
      </div>
    </Screen>
  )
}

/** Where to follow each transaction. */
export const Transactions = ({ transactions }: Pick<SentScreenProps, 'transactions'>) =>
  transactions.length === 0 ? null : (
    <ul className={styles.hashes}>
      {transactions.map(({ id, url }) => (
        <li className={styles.hash} key={id}>
          <bdi dir="ltr">{`${id.slice(0, id.startsWith('0x') ? 10 : 8)}…${id.slice(-8)}`}</bdi>
          {url === null ? null : (
            <a className={styles.link} href={url} rel="noopener noreferrer" target="_blank">
              {say('approval.explorer')}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
