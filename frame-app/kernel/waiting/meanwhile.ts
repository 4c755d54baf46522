import type { ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import type { Meanwhile } from '../../requests/queue.ts'
import type { Kind } from '../../requests/registry.ts'
import { applyTheme } from '../../ui/theme.ts'
import type { LiveConfig } from '../live-config.ts'
import { drawSkeleton, type Skeleton } from './draw-skeleton.ts'
import { tellOffline } from './offline-note.ts'
import { speakMeanwhile } from './speech.ts'

export interface MeanwhileParts {
  readonly boot: ReadFrameBoot
  readonly config: Pick<LiveConfig, 'appearance'>
  /** BCP 47 tag of the site's choice; `null`: the browser's languages count. */
  locale(): string | null
}

/** Rows of a login screen that are drawn ahead; it may come to have more. */
const MOST_ROWS = 4

interface Titled extends Meanwhile {
  /** The dialog's name until its screen names itself. Specification §2. */
  title(kind: Kind): string
}

/** What stands in the dialog until a screen's code is here. Drawn without React, whose code may be what is waited for. */
export function createMeanwhile({ boot, config, locale }: MeanwhileParts): Titled {
  const page = document.documentElement
  const root = document.getElementById('root') ?? document.body
  applyTheme(config.appearance, page)
  tellOffline(root, () => {
    const words = speakMeanwhile(locale(), page)
    return `${words['error.offline']} ${words['wait.stillHere']}`
  })
  let skeleton: Skeleton | undefined
  const titleOf = (kind: Kind, words = speakMeanwhile(locale(), page)) =>
    kind === 'login' ? (config.appearance.get().landingHeader ?? words['login.title']) : boot.app.name
  return {
    title: kind => titleOf(kind),
    hide() {
      skeleton?.end()
    },
    fail: onRetry => skeleton?.fail(onRetry),
    show(kind, request, onClose) {
      skeleton?.end()
      const words = speakMeanwhile(locale(), page)
      const ways = request?.kind === 'login' ? request.options.loginMethods : undefined
      const title = titleOf(kind, words)
      const rows = Math.min(ways?.length || 1, MOST_ROWS)
      skeleton = drawSkeleton({ root, kind, title, rows, words, onClose })
    },
  }
}
