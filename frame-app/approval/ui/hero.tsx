import { Avatar } from '../../marks/avatar.tsx'
import { Address } from '../../ui/address.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { say } from '../../words/say.ts'
import type { Explanation, Line, Permission } from '../explain/explanation.ts'
import styles from './hero.module.css'
import base from './receipt.module.css'
import { Told } from './told.tsx'

/** Beyond so many characters an amount takes smaller letters, so that it stays on a line or two. */
const ROOMY = 12
const LONG = 22

/** What happens, in letters that are read first: what leaves and to whom, what arrives, who may take what later. */
export function Hero({
  outgoing,
  incoming,
  permissions,
}: Pick<Explanation, 'outgoing' | 'incoming' | 'permissions'>) {
  const isOne = outgoing.length + incoming.length + permissions.length === 1
  return (
    <>
      {byAccount(outgoing).map(({ account, lines }) => (
        <Lines
          // The wallet's own lines need no label where they are all that there is. Another account's always have theirs.
          isOne={isOne && account === undefined}
          key={account ?? ''}
          label={
            account === undefined
              ? say('approval.outgoing')
              : say('approval.outgoingOf', { account: shortAddress(account) })
          }
          lines={lines}
          way="out"
        />
      ))}
      <Lines isOne={isOne} label={say('approval.incoming')} lines={incoming} way="in" />
      <Permissions permissions={permissions} />
    </>
  )
}

/** Lines by the account that pays, in the order of the first of each. */
function byAccount(
  lines: readonly Line[],
): readonly { readonly account: string | undefined; readonly lines: readonly Line[] }[] {
  const accounts = [...new Set(lines.map(({ account }) => account?.toLowerCase()))]
  return accounts.map(account => {
    const own = lines.filter(line => line.account?.toLowerCase() === account)
    return { account: own[0]?.account, lines: own }
  })
}

interface LinesProps {
  readonly label: string
  readonly lines: readonly Line[]
  readonly way: 'out' | 'in'
  readonly isOne: boolean
}

function Lines({ label, lines, way, isOne }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <section aria-label={label} className={styles.group}>
      {isOne ? null : <span className={base.label}>{label}</span>}
      <ul className={styles.list}>
        {lines.map(({ amount, beside, party, standing }, place) => (
          // Lines have no identity of their own, and never change their places.
          <li className={styles.item} data-critical={way === 'out' || undefined} key={`${place}`}>
            <Figure beside={beside} text={`${way === 'out' ? '−' : '+'}${amount}`} way={way} />
            {party === null ? null : (
              <Party label={say(way === 'out' ? 'approval.to' : 'approval.from')} party={party}>
                {standing === null ? null : (
                  <span className={styles.standing} data-standing={standing}>
                    {say(STANDING[standing])}
                  </span>
                )}
              </Party>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const STANDING = {
  own: 'approval.standing.own',
  known: 'approval.standing.known',
  new: 'approval.standing.new',
} as const

function Figure({ text, beside, way }: { text: string; beside: string | null; way: 'out' | 'in' }) {
  return (
    <p className={styles.amount}>
      {/* From the left in every language: the sign stands before its number. */}
      <bdi className={styles.figure} data-size={sizeOf(text)} data-way={way} dir="ltr">
        {text}
      </bdi>
      {beside === null ? null : (
        <bdi className={styles.beside} dir="ltr">
          {beside}
        </bdi>
      )}
    </p>
  )
}

const sizeOf = (text: string) => (text.length > LONG ? 'small' : text.length > ROOMY ? 'middle' : 'large')

/** Who may take what, later and without asking. */
function Permissions({ permissions }: { permissions: readonly Permission[] }) {
  if (permissions.length === 0) return null
  const label = say('approval.permissions')
  return (
    <section aria-label={label} className={styles.group}>
      <span className={base.label}>{label}</span>
      <ul className={styles.list}>
        {permissions.map(({ what, who, until, isUnlimited }, place) => (
          <li className={styles.item} data-critical key={`${place}`}>
            <p className={styles.amount}>
              <bdi className={styles.figure} data-grave={isUnlimited || undefined} data-size={sizeOf(what)}>
                <Told text={what} />
              </bdi>
              {until === null ? null : (
                <span className={styles.beside}>
                  <Told text={until} />
                </span>
              )}
            </p>
            <Party label={say('approval.for')} party={who} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Party = ({ label, party, children }: { label: string; party: string; children?: React.ReactNode }) => (
  <div className={styles.party}>
    <span className={base.label}>{label}</span>
    <Avatar address={party} size={20} />
    <Address address={party} />
    {children}
  </div>
)
