import { useStore } from '@vitrine/frame-app/ui/use-flow.ts'
import { type ReactNode, useEffect } from 'react'
import { useRoute, useRouter } from '../router/link.tsx'
import { useConsole } from '../session/console-context.ts'
import { Button } from '../ui/button.tsx'
import { BrandIcon, KeyIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { useLoad } from '../ui/use-load.ts'
import { useTask } from '../ui/use-task.ts'
import styles from './gate.module.css'

/** Shows the console to who is logged in, and a way in to everybody else. The address stays: they then are where they wanted to be. */
export function Gate({ enrolmentToken, children }: { enrolmentToken: string | null; children: ReactNode }) {
  const { session } = useConsole()
  const state = useStore(session.state)
  const route = useRoute()
  if (route.at === 'enrol') return <Enrol token={enrolmentToken} />
  switch (state.status) {
    case 'checking':
      return <Card title="Vitrine console">{null}</Card>
    case 'unreachable':
      return (
        <Card title="The console is not there">
          <Notice kind="danger">{state.failure.message}</Notice>
          <Button look="primary" onClick={() => void session.check()}>
            Try again
          </Button>
        </Card>
      )
    case 'anonymous':
      return <SignIn />
    case 'active':
    case 'ended':
      return children
  }
}

function SignIn() {
  const { session } = useConsole()
  const [task, run] = useTask()
  return (
    <Card sentence="Operators sign in with the passkey that they made by their link." title="Sign in">
      {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
      <Button autoFocus isBusy={task.status === 'busy'} look="primary" onClick={() => run(session.logIn)}>
        <KeyIcon />
        Sign in with a passkey
      </Button>
      <p className={styles.help}>
        No passkey yet, or lost it? Whoever runs the server makes a link for you:{' '}
        <code>vitrine operator add</code>.
      </p>
    </Card>
  )
}

function Enrol({ token }: { token: string | null }) {
  const { session } = useConsole()
  const router = useRouter()
  const [loaded, reload] = useLoad(token ?? '', async () => (token ? session.beginEnrolment(token) : null))
  const [task, run] = useTask()
  if (loaded.status === 'loading') return <Card title="Vitrine console">{null}</Card>
  if (loaded.status === 'failed' || loaded.value === null)
    return (
      <Card title="This link does not work">
        <Notice kind="danger">
          {loaded.status === 'failed'
            ? loaded.failure.message
            : 'This link is incomplete. Open it again as it was sent to you, or ask for a new one.'}
        </Notice>
        <Button look="primary" onClick={() => router.go({ at: 'apps' })}>
          Go to sign in
        </Button>
      </Card>
    )
  const { operator, options } = loaded.value
  const enrol = async () => {
    try {
      await session.enrol(token ?? '', options)
    } catch (error) {
      // The challenge is for one answer: the next try takes a new one.
      reload()
      throw error
    }
    router.go({ at: 'apps' })
  }
  return (
    <Card
      sentence="The console opens by a passkey: it stays on your device or security key, and the link works once."
      title={`Welcome, ${operator.name}`}
    >
      {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
      <Button
        autoFocus
        isBusy={task.status === 'busy' || loaded.isOld}
        look="primary"
        onClick={() => run(enrol)}
      >
        <KeyIcon />
        Make a passkey
      </Button>
    </Card>
  )
}

function Card({ title, sentence, children }: { title: string; sentence?: string; children: ReactNode }) {
  const router = useRouter()
  useEffect(() => router.setTitle(title), [router, title])
  return (
    <main className={styles.stage}>
      <div className={styles.card}>
        <span className={styles.mark}>
          <BrandIcon />
        </span>
        <h1>{title}</h1>
        {sentence ? <p>{sentence}</p> : null}
        {children}
        <footer className={styles.foot}>{location.host}</footer>
      </div>
    </main>
  )
}
