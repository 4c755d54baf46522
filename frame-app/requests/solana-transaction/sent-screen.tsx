import { toBase58 } from '@vitrine/shared/chains/base58.ts'
import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { singleLine } from '../../approval/readable-text.ts'
import styles from '../../approval/ui/sent-screen.module.css'
import { Success } from '../../ui/success.tsx'
import { say } from '../../words/say.ts'
import { explorerLink } from './explorer.ts'
import type { Performed } from './flow.ts'
import type { SolanaTransactionRequest } from './request.ts'

export interface SentScreenProps {
  readonly request: SolanaTransactionRequest
  readonly performed: Performed
  onEnd(): void
}

/** The tick, and for what was sent its signature and where to follow it. */
export function SentScreen({ request: { mode, uiOptions }, performed, onEnd }: SentScreenProps) {
  const header = singleLine(uiOptions.successHeader ?? '')
  const description = singleLine(uiOptions.successDescription ?? '')
  if (mode === 'sign')
    return <Success onEnd={onEnd} sentence={description} title={header || say('approval.signed')} />
  const { cluster, signed } = performed
  return (
    <Success onEnd={onEnd} sentence={description} stays="long" title={header || say('approval.sent')}>
      <ul className={styles.hashes}>
        {signed.map(signatureOf).map(signature => {
          const link = cluster && explorerLink(cluster, signature)
          return (
            <li className={styles.hash} key={signature}>
              <bdi dir="ltr">{`${signature.slice(0, 8)}…${signature.slice(-8)}`}</bdi>
              {link ? (
                <a className={styles.link} href={link} rel="noopener noreferrer" target="_blank">
                  {say('approval.explorer')}
                </a>
              ) : null}
            </li>
          )
        })}
      </ul>
    </Success>
  )
}

/** A transaction's first signature is its name on chain. */
const signatureOf = (transaction: Uint8Array): string =>
  toBase58(readTransaction(transaction)?.signatures[0] ?? new Uint8Array())
