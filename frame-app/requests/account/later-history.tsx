import { type ComponentType, useEffect, useState } from 'react'
import { preload } from '../../ui/lazy-screen.tsx'
import { Problem } from '../../ui/problem.tsx'
import { say } from '../../words/say.ts'
import type { HistoryProps } from './history/history.tsx'

/** Its code comes when the second tab is looked at: who comes for the wallet waits for none of it. */
const loadHistory = async () => (await import('./history/history.tsx')).History

type Loaded = ComponentType<HistoryProps> | 'failed' | null

/** Devices and activity, once their code is there. */
export function LaterHistory(props: HistoryProps) {
  const [History, setHistory] = useState<Loaded>(null)
  useEffect(() => {
    let isGone = false
    preload(loadHistory).then(
      it => isGone || setHistory(() => it),
      () => isGone || setHistory('failed'),
    )
    return () => {
      isGone = true
    }
  }, [])
  if (History === 'failed') return <Problem>{say('error.screen')}</Problem>
  if (History === null) return null
  return <History {...props} />
}
