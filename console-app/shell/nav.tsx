import { type ReactNode, useState } from 'react'
import { Link, useRoute, useRouter } from '../router/link.tsx'
import { APP_SECTIONS, type AppSection, hrefOf, type Route } from '../router/route.ts'
import { useConsole, useMe } from '../session/console-context.ts'
import { Button } from '../ui/button.tsx'
import { chooseScheme, SCHEME_CHOICES, schemeChoice } from '../ui/color-scheme.ts'
import { Select } from '../ui/field.tsx'
import {
  AppsIcon,
  AuditIcon,
  BrandIcon,
  ConfigIcon,
  HealthIcon,
  UsersIcon,
  WebhooksIcon,
} from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { rove } from '../ui/roving.ts'
import { useTask } from '../ui/use-task.ts'
import styles from './nav.module.css'

const SECTIONS: Readonly<Record<AppSection, { readonly name: string; readonly icon: ReactNode }>> = {
  config: { name: 'Config', icon: <ConfigIcon /> },
  users: { name: 'Users', icon: <UsersIcon /> },
  audit: { name: 'Audit', icon: <AuditIcon /> },
  webhooks: { name: 'Webhooks', icon: <WebhooksIcon /> },
}

interface Item {
  readonly to: Route
  readonly name: string
  readonly icon: ReactNode
}

/** The way between screens: what is of all apps, then what is of the one that is open. */
export function Nav() {
  const route = useRoute()
  const router = useRouter()
  const me = useMe()
  const appId = 'appId' in route ? route.appId : null
  const app = me.apps.find(it => it.id === appId)
  const here =
    route.at === 'user' ? hrefOf({ at: 'section', appId: route.appId, section: 'users' }) : hrefOf(route)
  const general: Item[] = [
    { to: { at: 'apps' }, name: 'Apps', icon: <AppsIcon /> },
    { to: { at: 'audit' }, name: 'All activity', icon: <AuditIcon /> },
    { to: { at: 'status' }, name: 'Health', icon: <HealthIcon /> },
  ]
  const ofApp: Item[] = app
    ? APP_SECTIONS.map(section => ({ to: { at: 'section', appId: app.id, section }, ...SECTIONS[section] }))
    : []
  const stop = [...general, ...ofApp].some(({ to }) => hrefOf(to) === here) ? here : '/'
  const draw = ({ to, name, icon }: Item) => (
    <li key={hrefOf(to)}>
      <Link
        aria-current={hrefOf(to) === here ? 'page' : undefined}
        className={styles.link}
        data-rove
        tabIndex={hrefOf(to) === stop ? 0 : -1}
        to={to}
      >
        {icon}
        {name}
      </Link>
    </li>
  )
  return (
    <div className={styles.nav}>
      <div className={styles.brand}>
        <BrandIcon />
        Vitrine console
      </div>
      <nav aria-label="Console" className={styles.links} onKeyDown={rove}>
        <ul>{general.map(draw)}</ul>
        {app ? (
          <>
            <h2 className={styles.app} title={app.name}>
              {app.name}
            </h2>
            <ul>{ofApp.map(draw)}</ul>
          </>
        ) : null}
      </nav>
      {app && me.apps.length > 1 ? (
        <Select
          label="Another app"
          onChange={id =>
            router.go({ at: 'section', appId: id, section: route.at === 'section' ? route.section : 'users' })
          }
          options={me.apps.map(({ id, name }) => ({ value: id, label: name }))}
          value={app.id}
        />
      ) : null}
      <Foot />
    </div>
  )
}

const SCHEME_NAMES = { system: 'As the system', light: 'Light', dark: 'Dark' } as const

function Foot() {
  const { session } = useConsole()
  const { operator } = useMe()
  const [scheme, setScheme] = useState(schemeChoice)
  const [task, run] = useTask()
  return (
    <div className={styles.foot}>
      <Select
        label="Colours"
        onChange={value => {
          const choice = SCHEME_CHOICES.find(it => it === value) ?? 'system'
          chooseScheme(choice)
          setScheme(choice)
        }}
        options={SCHEME_CHOICES.map(value => ({ value, label: SCHEME_NAMES[value] }))}
        value={scheme}
      />
      <div className={styles.who}>
        <span className={styles.operator} title={operator.name}>
          {operator.name}
        </span>
        <Button isBusy={task.status === 'busy'} look="quiet" onClick={() => run(session.logOut)}>
          Sign out
        </Button>
      </div>
      {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
    </div>
  )
}
