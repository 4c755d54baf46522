import { Success } from '../../ui/success.tsx'
import { say } from '../../words/say.ts'
import { singleLine } from '../sign-message/readable-text.ts'
import type { SendRequest, Sent } from './flow.ts'
import styles from './sent-screen.module.css'

export interface SentScreenProps {
  readonly request: SendRequest
  readonly sent: Sent
  onEnd(): void
}

/** The tick, the hash, and where to follow the transaction. It is sent, and not in a block yet. */
export function SentScreen({
  request: { uiOptions },
  sent: { hashes, explorerUrl },
  onEnd,
}: SentScreenProps) {
  const header = singleLine(uiOptions.successHeader ?? '')
  const description = singleLine(uiOptions.successDescription ?? '')
  return (
    <Success onEnd={onEnd} sentence={description} stays="long" title={header || say('approval.sent')}>
      <ul className={styles.hashes}>
        {hashes.map(hash => (
          <li className={styles.hash} key={hash}>
            <bdi dir="ltr">{`${hash.slice(0, 10)}…${hash.slice(-8)}`}</bdi>
            {explorerUrl === null || !/^https?:\/\//.test(explorerUrl) ? null : (
              <a
                className={styles.link}
                href={transactionUrl(explorerUrl, hash)}
                rel="noopener noreferrer"
                target="_blank"
              >
                {say('approval.explorer')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Success>
  )
}

/** Block explorers have `/tx/<hash>` (EIP-3091). */
function transactionUrl(explorerUrl: string, hash: string): string {
  return `${explorerUrl.replace(/\/+$/, '')}/tx/${hash}`
}
