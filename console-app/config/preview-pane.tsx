import { useEffect, useRef, useState } from 'react'
import { type SCHEMES, type ToPreview, toConsole } from '../preview/messages.ts'
import { Segments } from '../ui/segments.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import styles from './config.module.css'
import type { Config } from './paths.ts'

/** In px of the page that is shown: on a phone the dialog is a sheet. */
const SIZES = { desktop: { width: 620, height: 760 }, phone: { width: 390, height: 760 } } as const
type Size = keyof typeof SIZES
type Scheme = (typeof SCHEMES)[number]

const SIZE_OPTIONS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const
const SCHEME_OPTIONS = [
  { value: 'config', label: 'As set' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The dialog as people will see it: a document of no origin that draws the config by the wallet's own code. */
export function PreviewPane({ config }: { config: Config }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>('desktop')
  const [scheme, setScheme] = useState<Scheme>('config')
  const [isReady, setIsReady] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const [width, setWidth] = useState(0)
  const message = useDebounced(
    JSON.stringify({ to: 'vitrine:preview', config, scheme } satisfies ToPreview),
    200,
  )

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      // It has no origin to go by: its window is what tells it from all others.
      if (!frame.current || source !== frame.current.contentWindow) return
      const read = toConsole.safeParse(data)
      if (!read.success) return
      if (read.data.state === 'ready') setIsReady(true)
      else setReason(read.data.state === 'old' ? (read.data.reason ?? 'The config has a problem.') : null)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    // It has no origin that could be named. What it is sent is no secret: people's browsers get the same.
    if (isReady) frame.current?.contentWindow?.postMessage(JSON.parse(message), '*')
  }, [isReady, message])
  useEffect(() => {
    if (!room.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    watch.observe(room.current)
    return () => watch.disconnect()
  }, [])

  const { width: pageWidth, height: pageHeight } = SIZES[size]
  const scale = Math.min(1, width / pageWidth)
  return (
    <section aria-label="Preview" className={styles.preview}>
      <div className={styles.previewBar}>
        <Segments label="Width of the preview" onChange={setSize} options={SIZE_OPTIONS} value={size} />
        <Segments
          label="Colours of the preview"
          onChange={setScheme}
          options={SCHEME_OPTIONS}
          value={scheme}
        />
      </div>
      <div className={styles.room} ref={room} style={{ blockSize: pageHeight * scale }}>
        <iframe
          className={styles.page}
          ref={frame}
          sandbox="allow-scripts"
          src="/preview"
          style={{
            inlineSize: pageWidth,
            blockSize: pageHeight,
            insetInlineStart: Math.max(0, (width - pageWidth * scale) / 2),
            transform: `scale(${scale})`,
          }}
          title="Preview of the dialog"
        />
      </div>
      <p className={styles.previewNote} role="status">
        {reason === null
          ? 'This is the real dialog, but it doesn’t log anyone in.'
          : `The preview shows the last config that works. ${reason}`}
      </p>
    </section>
  )
}
