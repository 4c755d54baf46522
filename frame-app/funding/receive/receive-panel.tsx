import { ChainMark, type MarkedChain } from '../../marks/mark.tsx'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy.ts'
import { CheckIcon, CopyIcon } from '../../ui/icons-later.tsx'
import { Problem } from '../../ui/problem.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { say } from '../../words/say.ts'
import styles from './receive.module.css'

export interface ReceivePanelProps {
  readonly address: string
  /** What is scanned: the address, or a whole request for a payment. */
  readonly scanned: string
  /** What is lost, and what is not. */
  readonly note: string
  /** Those on which the address is the wallet's. */
  readonly networks: readonly MarkedChain[]
}

/** A wallet's address in full, to be scanned, read and copied, and the networks on which it is the wallet's. */
export function ReceivePanel({ address, scanned, note, networks }: ReceivePanelProps) {
  const [copy, onCopy] = useCopy(address)
  return (
    <>
      <QrCode label={say('receive.code')} text={scanned} />
      <p className={styles.address} dir="ltr">
        {groupsOf(address).map(({ at, text }) => (
          <span className={styles.group} key={at}>
            {text}
          </span>
        ))}
      </p>
      <Button onClick={onCopy}>
        <span className={styles.copy}>
          <span aria-hidden={copy === 'copied'} className={copy === 'copied' ? styles.away : styles.label}>
            <CopyIcon />
            {say('receive.copy')}
          </span>
          <span aria-hidden={copy !== 'copied'} className={copy === 'copied' ? styles.label : styles.away}>
            <CheckIcon />
            {say('action.copied')}
          </span>
        </span>
      </Button>
      <p className={styles.spoken} role="status">
        {copy === 'copied' ? say('action.copied') : ''}
      </p>
      {copy === 'failed' ? <Problem>{say('address.copyFailed')}</Problem> : null}
      <p className={styles.note}>{note}</p>
      {networks.length > 0 ? (
        <ul aria-label={say('receive.networks')} className={styles.networks}>
          {networks.map(chain => (
            <li className={styles.network} key={chain.id}>
              <ChainMark chain={chain} size={20} />
              <bdi>{chain.name}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** By four characters, as people compare them. They stand close in the text: whoever selects it has no space in between. */
const groupsOf = (address: string) =>
  Array.from(address.matchAll(/(?:^0x)?.{1,4}/g), ({ 0: text, index: at }) => ({ at, text }))
