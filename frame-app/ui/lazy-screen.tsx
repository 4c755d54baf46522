import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { bringLaterWords } from '../words/language.ts'
import { say } from '../words/say.ts'
import { Button } from './button.tsx'
import styles from './lazy-screen.module.css'
import { LoadingScreen } from './loading-screen.tsx'
import { Problem } from './problem.tsx'
import { Screen } from './screen.tsx'

/** Brings a screen's code. The function itself is the key under which the code is kept: make it once. */
export type LoadScreen<P extends object> = () => Promise<ComponentType<P>>

const loaded = new WeakMap<object, unknown>()

/** Brings a screen's code ahead of its use, so that it then shows at once. */
export async function preload<P extends object>(load: LoadScreen<P>): Promise<ComponentType<P>> {
  const [screen] = await Promise.all([load(), bringLaterWords()])
  loaded.set(load, screen)
  return screen
}

export interface LazyScreenProps<P extends object> {
  readonly title: string
  readonly load: LoadScreen<P>
  readonly props: P
  readonly onClose: (() => void) | null
}

/** A screen whose code comes when it is needed. It is usually there already: see `app.tsx`. */
export function LazyScreen<P extends object>(lazy: LazyScreenProps<P>) {
  const [attempt, setAttempt] = useState(0)
  const failed = <LoadFailed onClose={lazy.onClose} onRetry={() => setAttempt(attempt + 1)} />
  return (
    <Boundary fallback={failed} key={attempt}>
      <Loading {...lazy} />
    </Boundary>
  )
}

/** Says that the code of a screen did not come. */
export function LoadFailed({ onClose, onRetry }: { onClose: (() => void) | null; onRetry: () => void }) {
  return (
    <Screen onClose={onClose} title={say('error.title')}>
      <Problem>{say('error.screen')}</Problem>
      <div className={styles.actions}>
        <Button onClick={onRetry}>{say('action.tryAgain')}</Button>
      </div>
    </Screen>
  )
}

/** Not `React.lazy`: that shows its fallback for a third of a second even when the code is there. */
function Loading<P extends object>({ title, load, props, onClose }: LazyScreenProps<P>) {
  const [Loaded, setLoaded] = useState(() => loaded.get(load) as ComponentType<P> | undefined)
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
  useEffect(() => {
    if (Loaded) return
    let isGone = false
    preload(load).then(
      screen => isGone || setLoaded(() => screen),
      error => isGone || setFailure({ error }),
    )
    return () => {
      isGone = true
    }
  }, [Loaded, load])
  if (failure) throw failure.error
  return Loaded ? <Loaded {...props} /> : <LoadingScreen onClose={onClose} title={title} />
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
