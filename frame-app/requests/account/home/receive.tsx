import { useEffect, useState } from 'react'
import { ChainMark, type MarkedChain } from '../../../marks/mark.tsx'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copy.ts'
import { CheckIcon, CopyIcon } from '../../../ui/icons-later.tsx'
import { type Kernel, useKernel } from '../../../ui/kernel-context.ts'
import { Problem } from '../../../ui/problem.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { say } from '../../../words/say.ts'
import styles from './receive.module.css'
import { WalletHead, type WalletHeadProps } from './wallet-head.tsx'

export interface ReceiveProps extends WalletHeadProps {
  onBack(): void
  onClose(): void
}

/** The wallet's address in full, to be scanned, read and copied, and the networks on which it is the wallet's. */
export function Receive({ onBack, onClose, ...head }: ReceiveProps) {
  const { address, chainType } = head.wallet
  const networks = useNetworks(head.wallet)
  const [copy, onCopy] = useCopy(address)
  return (
    <Screen onBack={onBack} onClose={onClose} title={say('receive.title')}>
      {head.wallets.length > 1 ? (
        <div className={styles.head}>
          <WalletHead {...head} />
        </div>
      ) : null}
      <QrCode label={say('receive.code')} text={address} />
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
      <p className={styles.note}>{say(chainType === 'solana' ? 'receive.solana' : 'receive.ethereum')}</p>
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
    </Screen>
  )
}

/** By four characters, as people compare them. They stand close in the text: whoever selects it has no space in between. */
const groupsOf = (address: string) =>
  Array.from(address.matchAll(/(?:^0x)?.{1,4}/g), ({ 0: text, index: at }) => ({ at, text }))

const CLUSTERS = {
  'solana:mainnet': 'Solana',
  'solana:devnet': 'Solana Devnet',
  'solana:testnet': 'Solana Testnet',
} as const

/** Those of the wallet's family that the app has; none where they cannot be had. */
function useNetworks({ chainType }: HeldWallet): readonly MarkedChain[] {
  const kernel = useKernel()
  const [networks, setNetworks] = useState<readonly MarkedChain[]>([])
  useEffect(() => {
    let isGone = false
    readNetworks(kernel, chainType).then(
      found => isGone || setNetworks(found),
      () => isGone || setNetworks([]),
    )
    return () => {
      isGone = true
    }
  }, [kernel, chainType])
  return networks
}

async function readNetworks(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  type: HeldWallet['chainType'],
): Promise<readonly MarkedChain[]> {
  if (type === 'ethereum') return (await kernel.ethereum()).chains.map(({ id, name }) => ({ type, id, name }))
  return (await kernel.solana()).clusters.map(({ chain }) => ({ type, id: chain, name: CLUSTERS[chain] }))
}
