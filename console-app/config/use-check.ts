import { useStore } from '@vitrine/frame-app/ui/use-flow.ts'
import { type ConfigProblem, checkResponse } from '@vitrine/shared/api/console/apps.ts'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { path } from '../http/client.ts'
import { failureOf } from '../http/failure.ts'
import { useConsole } from '../session/console-context.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import type { Config } from './paths.ts'

export interface Checked {
  /** Of the config that was checked last, while a newer one is on its way. */
  readonly problems: readonly ConfigProblem[]
  readonly notes: readonly ConfigProblem[]
  /** A save takes the operator's passkey for this; `null`: it takes none. */
  readonly confirmation: z.infer<typeof checkResponse>['confirmation']
  /** The config as it is now was checked, and this is the answer. */
  readonly isCurrent: boolean
  /** The server could not be asked. */
  readonly failure: string | null
}

interface Answer extends Omit<Checked, 'isCurrent'> {
  readonly of: string
}

const REST_MS = 350

/** Has the server check the config once nobody types. @param config `null`: it is none, as long as its JSON is wrong */
export function useCheck(appId: string, config: Config | null): Checked {
  const { send, session } = useConsole()
  const { status } = useStore(session.state)
  const now = config === null ? '' : JSON.stringify(config)
  const asked = useDebounced(now, REST_MS)
  const [answer, setAnswer] = useState<Answer>({
    ...{ of: '', problems: [], notes: [], confirmation: null, failure: null },
  })
  // Who signed in again is answered without typing anything.
  useEffect(() => {
    if (asked === '' || status !== 'active') return
    const stop = new AbortController()
    const at = path`/console/apps/${appId}/check`
    const body = { config: JSON.parse(asked) as unknown }
    send({ method: 'POST', path: at, body, answer: checkResponse, signal: stop.signal }).then(
      told => setAnswer({ of: asked, ...told, failure: null }),
      error => {
        const { code, message } = failureOf(error)
        if (code !== 'aborted') setAnswer(before => ({ ...before, of: asked, failure: message }))
      },
    )
    return () => stop.abort()
  }, [send, appId, asked, status])
  return { ...answer, isCurrent: answer.of === now && now !== '' }
}
