import './words.ts'
import { useEffect, useRef, useState } from 'react'
import { say } from '../words/say.ts'
import type { CaptchaCheck } from './captcha.ts'
import styles from './checks.module.css'
import type { CaptchaWidget } from './widget-check.ts'

/** Most checks are over by then: the card does not move for them, and the pressed button alone shows that it works. */
const QUIET_MS = 700

/** Says quietly what is being waited for; shows a vendor's frame, which stays unseen unless a person is needed there. */
export function CaptchaChecks({ checks }: { readonly checks: readonly CaptchaCheck[] }) {
  const isRunning = checks.length > 0
  const isAsking = checks.some(({ widget }) => widget?.needsPerson)
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setIsLong(true), QUIET_MS)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [isRunning])
  return (
    <div className={styles.checks}>
      <p className={styles.note} role="status">
        {isAsking ? say('captcha.asking') : isRunning && isLong ? say('captcha.checking') : ''}
      </p>
      {checks.map(({ id, widget }) => (widget ? <Widget key={id} widget={widget} /> : null))}
    </div>
  )
}

function Widget({ widget }: { readonly widget: CaptchaWidget }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { receive } = widget
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      // Any window may post here; this is the one that was opened for it.
      if (event.source !== null && event.source === frame.current?.contentWindow)
        receive(event.origin, event.data)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [receive])
  return (
    <iframe
      aria-hidden={!widget.needsPerson}
      className={styles.widget}
      data-needs-person={widget.needsPerson}
      data-vendor={widget.vendor}
      ref={frame}
      // The document's own CSP says the same; without `allow-same-origin` nothing there is of the wallet origin.
      sandbox={`allow-scripts allow-forms${widget.keepsOrigin ? ' allow-same-origin' : ''}`}
      // For whose page this is, as the frame itself was asked for: its policy names that one.
      src={widget.url + location.search}
      tabIndex={widget.needsPerson ? 0 : -1}
      title={say('captcha.asking')}
    />
  )
}
