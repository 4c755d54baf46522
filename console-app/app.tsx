import { AppsPage } from './apps/apps-page.tsx'
import { AuditPage } from './audit/audit-page.tsx'
import { ConfigPage } from './config/config-page.tsx'
import { HealthPage } from './health/health-page.tsx'
import { Link, useRoute } from './router/link.tsx'
import { useMe } from './session/console-context.ts'
import { roleIn } from './session/session.ts'
import { Gate } from './shell/gate.tsx'
import { Shell } from './shell/shell.tsx'
import { Empty } from './ui/notice.tsx'
import { Page } from './ui/page.tsx'
import { UserPage } from './users/user-page.tsx'
import { UsersPage } from './users/users-page.tsx'
import { WebhooksPage } from './webhooks/webhooks-page.tsx'

/** The screen of the address, for who may see it. */
export function App({ enrolmentToken }: { enrolmentToken: string | null }) {
  return (
    <Gate enrolmentToken={enrolmentToken}>
      <Shell>
        <Screen />
      </Shell>
    </Gate>
  )
}

function Screen() {
  const route = useRoute()
  const me = useMe()
  // The server says the same of an app that is not there and of one that is not the operator's.
  if ('appId' in route && roleIn(me, route.appId) === null) return <NotFound />
  switch (route.at) {
    case 'apps':
      return <AppsPage />
    case 'status':
      return <HealthPage />
    case 'audit':
      return <AuditPage appId={null} key="all" />
    case 'user':
      return <UserPage appId={route.appId} key={`${route.appId} ${route.userId}`} userId={route.userId} />
    case 'section':
      return <Section appId={route.appId} key={`${route.appId} ${route.section}`} section={route.section} />
    default:
      return <NotFound />
  }
}

function Section({ appId, section }: { appId: string; section: 'config' | 'users' | 'audit' | 'webhooks' }) {
  switch (section) {
    case 'config':
      return <ConfigPage appId={appId} />
    case 'users':
      return <UsersPage appId={appId} />
    case 'audit':
      return <AuditPage appId={appId} />
    case 'webhooks':
      return <WebhooksPage appId={appId} />
  }
}

function NotFound() {
  return (
    <Page title="Nothing here">
      <Empty action={<Link to={{ at: 'apps' }}>See your apps</Link>} title="There is no such screen">
        The app may be gone, or you don’t have access to it. The server’s administrator grants access by
        command.
      </Empty>
    </Page>
  )
}
