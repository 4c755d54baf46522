import { useEffect, useRef, useState } from 'react'
import type { ToFrame } from '../secrets/messages.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { say } from '../words/say.ts'
import { meetDocument, type SecretsDocument } from './meet-document.ts'
import styles from './secrets-frame.module.css'
import { secretsPath, startMessage } from './start-message.ts'

export interface SecretsFrameProps {
  /** Who stands there from now on; `null`: nobody. */
  onDocument(document: SecretsDocument | null): void
  onMessage(
    message: Exclude<ToFrame, { event: 'recipient' | 'height' | 'leave' }>,
    document: SecretsDocument,
  ): void
  /** Escape, which the card does not hear from within. */
  onLeave(): void
  /** It was navigated: what stood in it is gone. */
  onLost(): void
}

/** Where the secrets document stands in the card. Its task comes from who shows it. */
export function SecretsFrame(props: SecretsFrameProps) {
  const kernel = useKernel()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(0)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    const document = meetDocument(
      window,
      () => frame.current?.contentWindow ?? null,
      () => startMessage(kernel, window.document.documentElement),
      {
        onMessage(message) {
          if (message.event === 'height') {
            setHeight(message.px)
            // The press that would bring the focus is a disturbance there, and the first one would be lost.
            if (window.document.hasFocus()) frame.current?.focus()
          } else if (message.event === 'leave') latest.current.onLeave()
          else latest.current.onMessage(message, document)
        },
        onLost: () => latest.current.onLost(),
      },
    )
    latest.current.onDocument(document)
    return () => {
      latest.current.onDocument(null)
      document.end()
      // It had the focus, which would else be nobody's: a guarded button takes the press that brings it for a disturbance.
      window.focus()
    }
  }, [kernel])
  useEffect(() => {
    // Where it still does not fit beside the card's own words, the card scrolls, too; `height` alone moves it.
    if (height > 0) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [height])
  return (
    <iframe
      // Its policy sandboxes it too; this holds for whatever would come in its place.
      allow="clipboard-write"
      className={styles.frame}
      height={height}
      ref={frame}
      sandbox="allow-scripts allow-modals"
      // For whose page this is, as the frame itself was asked for: its policy names that one.
      src={secretsPath(kernel.app.id) + location.search}
      title={say('secret.frame')}
    />
  )
}
