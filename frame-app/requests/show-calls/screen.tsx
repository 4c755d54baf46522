import { exactAmount } from '../../approval/explain/numbers.ts'
import type { CallStatus, Hex } from '../../chains/ethereum/ports.ts'
import { transactionUrl } from '../../chains/ethereum/transaction-url.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Screen } from '../../ui/screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import type { ScreenRequest } from '../registry.ts'
import styles from './screen.module.css'

type ShowCallsRequest = Extract<ScreenRequest, { kind: 'show-calls' }>

const WORDS = {
  pending: 'calls.pending',
  confirmed: 'calls.confirmed',
  reverted: 'calls.reverted',
  gone: 'calls.gone',
  unsent: 'calls.unsent',
} as const satisfies Record<CallStatus, string>

/** What became of the calls that a page asked for together, as it changes. */
export function ShowCallsScreen({ request }: { request: ShowCallsRequest }) {
  const { screens } = useKernel()
  const statuses = useStore(request.statuses)
  const { batch, chain } = request
  const close = () => screens.resolve(request, undefined)
  const done = statuses.filter(status => status === 'confirmed').length
  const summary = say('calls.summary', { done, count: statuses.length })
  return (
    <Screen onClose={close} sentence={summary} status={summary} title={say('calls.title')}>
      <p className={styles.network}>
        <span className={styles.label}>{say('approval.network')}</span>
        <span>{chain.isTestnet ? say('approval.testnet', { network: chain.name }) : chain.name}</span>
      </p>
      <ol className={styles.calls}>
        {statuses.map((status, place) => (
          // A call has no identity but its place.
          <li className={styles.call} key={`${place}`}>
            <div className={styles.head}>
              <span className={styles.name}>{say('calls.number', { number: place + 1 })}</span>
              <span className={styles.status} data-status={status}>
                {say(WORDS[status])}
              </span>
            </div>
            <Content call={batch.calls?.[place]} request={request} />
            <Hash explorerUrl={chain.blockExplorerUrl} hash={batch.hashes[place]} />
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button onClick={close}>{say('action.done')}</Button>
      </div>
    </Screen>
  )
}

interface ContentProps {
  readonly call: NonNullable<ShowCallsRequest['batch']['calls']>[number] | undefined
  readonly request: ShowCallsRequest
}

function Content({ call, request: { chain } }: ContentProps) {
  if (call === undefined) return null
  const { symbol, decimals } = chain.nativeCurrency
  const value = BigInt(call.value)
  return (
    <>
      <div className={styles.row}>
        <span className={styles.label}>{call.to === null ? say('calls.create') : say('calls.to')}</span>
        {call.to === null ? null : <Address address={call.to} />}
      </div>
      {value === 0n ? null : (
        <div className={styles.row}>
          <span className={styles.label}>{say('approval.outgoing')}</span>
          <bdi className={styles.value}>
            {exactAmount(value, decimals)} {symbol}
          </bdi>
        </div>
      )}
    </>
  )
}

function Hash({ hash, explorerUrl }: { hash: Hex | undefined; explorerUrl: string | null }) {
  if (hash === undefined) return null
  const url = transactionUrl(explorerUrl, hash)
  return (
    <div className={styles.row}>
      <bdi className={styles.hash} dir="ltr">{`${hash.slice(0, 10)}…${hash.slice(-8)}`}</bdi>
      {url === null ? null : (
        <a className={styles.link} href={url} rel="noopener noreferrer" target="_blank">
          {say('approval.explorer')}
        </a>
      )}
    </div>
  )
}
