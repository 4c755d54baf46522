import { Link } from '../router/link.tsx'
import { useMe } from '../session/console-context.ts'
import { Badge } from '../ui/badge.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import styles from './apps.module.css'

const ROLE_NAMES = { viewer: 'Viewer', manager: 'Manager' } as const

/** The apps that the operator has a right to. */
export function AppsPage() {
  const { apps } = useMe()
  return (
    <Page sentence="A manager changes things. A viewer sees the same, and changes nothing." title="Apps">
      <div className={styles.panel}>
        {apps.length === 0 ? (
          <Empty title="No apps yet">
            You have no right to any app. Whoever runs the server makes apps and gives rights:{' '}
            <code>vitrine operator edit</code>.
          </Empty>
        ) : (
          <Table
            caption="Apps"
            columns={[
              {
                title: 'Name',
                cell: ({ id, name }) => (
                  <Link
                    className={styles.name}
                    data-rove
                    to={{ at: 'section', appId: id, section: 'config' }}
                  >
                    {name}
                  </Link>
                ),
              },
              { title: 'App id', cell: ({ id }) => <Copyable label="app id" text={id} /> },
              {
                title: 'Your role',
                isNarrow: true,
                cell: ({ role }) => (
                  <Badge kind={role === 'manager' ? 'good' : 'plain'}>{ROLE_NAMES[role]}</Badge>
                ),
              },
            ]}
            keyOf={({ id }) => id}
            rows={apps}
          />
        )}
      </div>
    </Page>
  )
}
