import { listUsersResponse, type ManagedUser, type UserSearch } from '@vitrine/shared/api/users.ts'
import { type FormEvent, useState } from 'react'
import { Link } from '../router/link.tsx'
import { useConsole } from '../session/console-context.ts'
import { Button } from '../ui/button.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { LoadView } from '../ui/load-view.tsx'
import { More } from '../ui/more.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { usePages } from '../ui/use-pages.ts'
import { loginsOf, userName, walletsOf } from './accounts.ts'
import styles from './users.module.css'

const SEARCHES: Readonly<Record<UserSearch, { readonly label: string; readonly placeholder: string }>> = {
  email: { label: 'Email', placeholder: 'ada@example.org' },
  email_prefix: { label: 'Email begins with', placeholder: 'ada' },
  phone: { label: 'Phone', placeholder: '+1 213 555 0100' },
  address: { label: 'Wallet address', placeholder: '0x…' },
  subject: { label: 'Subject at a provider', placeholder: '1148…' },
}
const isSearch = (name: string): name is UserSearch => Object.hasOwn(SEARCHES, name)

interface Search {
  readonly by: UserSearch
  readonly text: string
}
const NOTHING: Search = { by: 'email', text: '' }

/**
 * The app's users. Whom an operator looks for is asked by Enter and not while they type: each search is in the audit. It is kept for
 * the way back and stands in no address.
 */
export function UsersPage({ appId }: { appId: string }) {
  const { send, kept } = useConsole()
  const place = `users ${appId}`
  const [asked, setAsked] = useState(() => (kept.get(place) as Search | undefined) ?? NOTHING)
  const [typed, setTyped] = useState(asked)
  const ask = (search: Search) => {
    kept.set(place, search)
    setAsked(search)
    setTyped(search)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    ask({ ...typed, text: typed.text.trim() })
  }
  const pages = usePages<ManagedUser>(JSON.stringify([appId, asked]), async (cursor, signal) => {
    const query = { cursor, limit: '50', ...(asked.text && { [asked.by]: asked.text }) }
    const { users, next } = await send({ path: '/users', query, appId, answer: listUsersResponse, signal })
    return { items: users, next }
  })
  const { label, placeholder } = SEARCHES[typed.by]
  return (
    <Page sentence="Each search and each look at a user is in the audit, with your name." title="Users">
      <search>
        <form className={styles.search} onSubmit={onSubmit}>
          <Select
            label="Search by"
            onChange={by => setTyped({ ...typed, by: isSearch(by) ? by : 'email' })}
            options={Object.entries(SEARCHES).map(([value, it]) => ({ value, label: it.label }))}
            value={typed.by}
          />
          <TextField
            data-search
            label={label}
            maxLength={512}
            onChange={({ target }) => setTyped({ ...typed, text: target.value })}
            onKeyDown={event => {
              if (event.key === 'Escape' && typed.text !== '') ask({ ...typed, text: '' })
            }}
            placeholder={placeholder}
            type="search"
            value={typed.text}
          />
          <Button look="primary" type="submit">
            <SearchIcon />
            Search
          </Button>
        </form>
      </search>
      <div className={styles.panel}>
        <LoadView label="Users are loading" loaded={pages.loaded} onRetry={pages.reload}>
          {({ items }, isOld) =>
            items.length === 0 ? (
              <Empty
                action={asked.text ? <Button onClick={() => ask(NOTHING)}>See all users</Button> : null}
                title={asked.text ? 'No users found' : 'No users yet'}
              >
                {asked.text
                  ? 'The search needs the whole value, as the user or their provider has it. Try another kind of search.'
                  : 'Users appear here after they first log in to the site.'}
              </Empty>
            ) : (
              <UserTable appId={appId} isOld={isOld} users={items} />
            )
          }
        </LoadView>
        <More noun={['user', 'users']} pages={pages} />
      </div>
    </Page>
  )
}

function UserTable({
  appId,
  isOld,
  users,
}: {
  appId: string
  isOld: boolean
  users: readonly ManagedUser[]
}) {
  return (
    <Table
      caption="Users"
      columns={[
        {
          title: 'User',
          cell: user => (
            <Link className={styles.name} data-rove to={{ at: 'user', appId, userId: user.id }}>
              {userName(user)}
            </Link>
          ),
        },
        {
          title: 'Logins',
          isExtra: true,
          cell: user => [...new Set(loginsOf(user).map(({ type }) => type))].join(', ') || 'none',
        },
        { title: 'Wallets', isNarrow: true, cell: user => walletsOf(user).length },
        { title: 'Sessions', isNarrow: true, cell: ({ active_sessions }) => active_sessions },
        {
          title: 'Last login',
          isNarrow: true,
          cell: ({ last_login_at }) => (last_login_at === null ? '–' : <Time at={last_login_at * 1000} />),
        },
        {
          title: 'Since',
          isNarrow: true,
          isExtra: true,
          cell: ({ created_at }) => <Time at={created_at * 1000} />,
        },
      ]}
      isOld={isOld}
      keyOf={({ id }) => id}
      rows={users}
    />
  )
}
