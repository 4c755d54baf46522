import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import type { ReactNode } from 'react'
import { Address } from '../ui/address.tsx'
import { sayInstant } from '../words/failure.ts'
import { say } from '../words/say.ts'
import styles from './delegation.module.css'
import { Limits } from './limits.tsx'
import type { ShownLimit } from './read-limits.ts'

const DOES = {
  eth_signTransaction: 'delegation.sends',
  signTransaction: 'delegation.sends',
  eth_signTypedData_v4: 'delegation.signs',
} as const

export interface TermsProps {
  readonly policy: Policy
  readonly limits: readonly ShownLimit[]
  readonly spent?: readonly string[]
  /** The wallet's address. */
  readonly wallet: string
  /** Until when, unix ms. */
  readonly until: number
}

/** What a policy permits: at most how much, what and where, until when. */
export function Terms({ policy, limits, spent, wallet, until }: TermsProps) {
  const { recipients } = policy.rules
  const contracts = policy.chain_type === 'ethereum' ? (policy.rules.contracts ?? []) : []
  const does = [...new Set(policy.methods.map(method => say(DOES[method])))]
  return (
    <div className={styles.terms}>
      <Limits limits={limits} {...(spent && { spent })} />
      <dl className={styles.rows}>
        <Row label={say('delegation.may')}>
          {does.map(it => (
            <span key={it}>{it}</span>
          ))}
        </Row>
        <Row label={say('delegation.to')}>
          {recipients === undefined ? say('delegation.anybody') : <Addresses of={recipients} />}
        </Row>
        {contracts.length > 0 ? (
          <Row label={say('delegation.contracts')}>
            <Addresses of={contracts} />
          </Row>
        ) : null}
        <Row label={say('delegation.until')}>
          <time dateTime={new Date(until).toISOString()}>{sayInstant(until)}</time>
        </Row>
        <Row label={say('delegation.from')}>
          <Address address={wallet} />
        </Row>
      </dl>
    </div>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.row}>
    <dt className={styles.label}>{label}</dt>
    <dd className={styles.value}>{children}</dd>
  </div>
)

/** All of them: one that is left out could be the one that matters. */
const Addresses = ({ of }: { of: readonly string[] }) =>
  of.length === 0 ? say('delegation.nobody') : of.map(address => <Address address={address} key={address} />)
