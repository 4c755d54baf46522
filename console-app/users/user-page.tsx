import { consoleAuditResponse } from '@vitrine/shared/api/console/audit.ts'
import type { WireLinkedAccount, WireWallet } from '@vitrine/shared/api/user.ts'
import { type ManagedUser, managedUser } from '@vitrine/shared/api/users.ts'
import { EventTable } from '../audit/event-table.tsx'
import { path } from '../http/client.ts'
import { Link } from '../router/link.tsx'
import { useConsole, useManages } from '../session/console-context.ts'
import { Badge } from '../ui/badge.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { LoadView } from '../ui/load-view.tsx'
import { More } from '../ui/more.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useLoad } from '../ui/use-load.ts'
import { usePages } from '../ui/use-pages.ts'
import { accountName, loginsOf, userName, walletKind, walletsOf } from './accounts.ts'
import { MetadataPanel } from './metadata-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { UserActions } from './user-actions.tsx'
import styles from './users.module.css'

/** One user: who they are, what they have, where they are logged in, what they did. */
export function UserPage({ appId, userId }: { appId: string; userId: string }) {
  const { send } = useConsole()
  const mayChange = useManages(appId)
  const [loaded, reload, set] = useLoad(`user ${appId} ${userId}`, signal =>
    send({ path: path`/users/${userId}`, appId, answer: managedUser, signal }),
  )
  const user = loaded.status === 'ready' ? loaded.value : null
  return (
    <Page
      actions={user && mayChange ? <UserActions appId={appId} user={user} /> : null}
      title={user ? userName(user) : 'User'}
      trail={<Link to={{ at: 'section', appId, section: 'users' }}>Users</Link>}
    >
      <LoadView label="The user is loading" loaded={loaded} onRetry={reload}>
        {user => (
          <>
            <Summary appId={appId} user={user} />
            <Logins user={user} />
            <Wallets user={user} />
            <SessionsPanel appId={appId} mayChange={mayChange} onRevoked={reload} userId={user.id} />
            <MetadataPanel appId={appId} mayChange={mayChange} onSaved={set} user={user} />
          </>
        )}
      </LoadView>
      <Activity appId={appId} userId={userId} />
    </Page>
  )
}

function Summary({ appId, user }: { appId: string; user: ManagedUser }) {
  return (
    <Panel title="About">
      <Facts>
        <Fact name="User id">
          <Copyable label="user id" text={user.id} />
        </Fact>
        <Fact name="Since">
          <Time at={user.created_at * 1000} />
        </Fact>
        <Fact name="Last login">
          {user.last_login_at === null ? 'Has no login' : <Time at={user.last_login_at * 1000} />}
        </Fact>
        <Fact name="Terms">{user.has_accepted_terms ? 'Accepted' : 'Not accepted'}</Fact>
        <Fact name="Second factors">{user.mfa_methods.map(({ type }) => type).join(', ') || 'None'}</Fact>
        {user.is_guest ? (
          <Fact name="Kind">
            <Badge>Guest</Badge>
          </Fact>
        ) : null}
        {user.merged_into === null ? null : (
          <Fact name="Taken in by">
            <Link to={{ at: 'user', appId, userId: user.merged_into }}>{user.merged_into}</Link>
          </Fact>
        )}
        {user.merged_users.length === 0 ? null : <Fact name="Took in">{user.merged_users.join(', ')}</Fact>}
      </Facts>
    </Panel>
  )
}

const verified = ({ latest_verified_at: latest }: WireLinkedAccount) =>
  latest === null ? '–' : <Time at={latest * 1000} />

function Logins({ user }: { user: ManagedUser }) {
  const logins = loginsOf(user)
  return (
    <Panel title="Accounts">
      {logins.length === 0 ? (
        <p className={styles.note}>No login other than their wallets.</p>
      ) : (
        <Table
          caption="Accounts"
          columns={[
            { title: 'Account', cell: account => accountName(account) },
            { title: 'Kind', isNarrow: true, cell: ({ type }) => type },
            { title: 'Last proven', isNarrow: true, cell: verified },
          ]}
          keyOf={account => `${account.type} ${accountName(account)}`}
          rows={logins}
        />
      )}
    </Panel>
  )
}

function Wallets({ user }: { user: ManagedUser }) {
  const wallets = walletsOf(user)
  return (
    <Panel title="Wallets">
      {wallets.length === 0 ? (
        <p className={styles.note}>No wallet yet.</p>
      ) : (
        <Table<WireWallet>
          caption="Wallets"
          columns={[
            {
              title: 'Address',
              cell: ({ address }) => <Copyable label="address" text={address} />,
            },
            {
              title: 'Chain',
              isNarrow: true,
              cell: ({ chain_type }) => (chain_type === 'solana' ? 'Solana' : 'Ethereum'),
            },
            { title: 'Key', isNarrow: true, cell: walletKind },
            { title: 'Last proven', isNarrow: true, isExtra: true, cell: verified },
          ]}
          keyOf={({ chain_type, address }) => `${chain_type} ${address}`}
          rows={wallets}
        />
      )}
    </Panel>
  )
}

function Activity({ appId, userId }: { appId: string; userId: string }) {
  const { send } = useConsole()
  const pages = usePages(`activity ${appId} ${userId}`, async (cursor, signal) => {
    const { events, next_cursor } = await send({
      path: '/console/audit_events',
      query: { app_id: appId, user_id: userId, cursor, limit: '20' },
      answer: consoleAuditResponse,
      signal,
    })
    return { items: events, next: next_cursor }
  })
  return (
    <Panel title="Activity">
      <LoadView label="Activity is loading" loaded={pages.loaded} onRetry={pages.reload}>
        {({ items }, isOld) =>
          items.length === 0 ? (
            <Empty title="Nothing was done yet" />
          ) : (
            <EventTable appNames={null} events={items} isOfOneUser isOld={isOld} />
          )
        }
      </LoadView>
      <More noun={['event', 'events']} pages={pages} />
    </Panel>
  )
}
