import { Component, type ComponentType, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { say } from '../words/say.ts'
import { Button } from './button.tsx'
import styles from './lazy-screen.module.css'
import { Problem } from './problem.tsx'
import { Screen } from './screen.tsx'
import { Spinner } from './spinner.tsx'

export interface LazyScreenProps<P extends object> {
  readonly title: string
  readonly load: () => Promise<ComponentType<P>>
  readonly props: P
  readonly onClose: (() => void) | null
}

/** A screen whose code comes when it is needed. It is usually there already: see `prefetch.ts`. */
export function LazyScreen<P extends object>({ title, load, props, onClose }: LazyScreenProps<P>) {
  const [attempt, setAttempt] = useState(0)
  // Each attempt gets a `lazy` of its own: one that failed keeps its failure for ever.
  const Loaded = useMemo(() => lazy(async () => ({ default: await load() })), [load, attempt])
  const waiting = (
    <Screen onClose={onClose} status={say('shell.loading')} title={title}>
      <div className={styles.waiting}>
        <Spinner />
      </div>
    </Screen>
  )
  const failed = (
    <Screen onClose={onClose} title={say('error.title')}>
      <Problem>{say('error.screen')}</Problem>
      <div className={styles.actions}>
        <Button onClick={() => setAttempt(attempt + 1)}>{say('action.tryAgain')}</Button>
      </div>
    </Screen>
  )
  return (
    <Boundary fallback={failed} key={attempt}>
      <Suspense fallback={waiting}>
        <Loaded {...props} />
      </Suspense>
    </Boundary>
  )
}

/** React has no hook for this: errors while rendering, a chunk that does not load included, show the fallback. */
class Boundary extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
