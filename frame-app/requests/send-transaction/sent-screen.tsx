import { singleLine } from '../../approval/readable-text.ts'
import styles from '../../approval/ui/sent-screen.module.css'
import { transactionUrl } from '../../chains/ethereum/transaction-url.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Success } from '../../ui/success.tsx'
import { say } from '../../words/say.ts'
import { callsOf, type SendRequest, type Sent } from './flow.ts'

export interface SentScreenProps {
  readonly request: SendRequest
  readonly sent: Sent
  onEnd(): void
}

/** The tick, the hash, and where to follow the transaction. It is sent, and not in a block yet. */
export function SentScreen({ request, sent, onEnd }: SentScreenProps) {
  if (sent.isCutShort) return <CutShort onEnd={onEnd} request={request} sent={sent} />
  // Ours alone: a page that could call it "Failed" would have the person pay once more.
  return (
    <Success onEnd={onEnd} stays="long" title={say('approval.sent')}>
      <SiteWords options={request.uiOptions} />
      <Hashes sent={sent} />
    </Success>
  )
}

/** A batch that ended early: no tick, and it stays until the person has read it. */
function CutShort({ request, sent, onEnd }: SentScreenProps) {
  const count = callsOf(request).length
  return (
    <Screen onClose={onEnd} title={say('approval.batchEnded')}>
      <Problem>{say('approval.batchEndedSentence', { sent: sent.hashes.length, count })}</Problem>
      <Hashes sent={sent} />
      <div className={styles.close}>
        <Button onClick={onEnd}>{say('action.done')}</Button>
      </div>
    </Screen>
  )
}

function SiteWords({
  options: { successHeader, successDescription },
}: {
  options: SendRequest['uiOptions']
}) {
  const words = [successHeader, successDescription].map(it => singleLine(it ?? '')).filter(it => it !== '')
  if (words.length === 0) return null
  return (
    <div className={styles.note}>
      <span className={styles.label}>{say('sign.siteSays')}</span>
      <p>
        <bdi>“{words.join(' · ')}”</bdi>
      </p>
    </div>
  )
}

const Hashes = ({ sent: { hashes, explorerUrl } }: { sent: Sent }) => (
  <ul className={styles.hashes}>
    {hashes.map(hash => {
      const url = transactionUrl(explorerUrl, hash)
      return (
        <li className={styles.hash} key={hash}>
          <bdi dir="ltr">{`${hash.slice(0, 10)}…${hash.slice(-8)}`}</bdi>
          {url === null ? null : (
            <a className={styles.link} href={url} rel="noopener noreferrer" target="_blank">
              {say('approval.explorer')}
            </a>
          )}
        </li>
      )
    })}
  </ul>
)
