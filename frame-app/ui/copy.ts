import { useEffect, useState } from 'react'

/** How long "Copied" shows (contract §9). */
const HINT_MS = 2_500

export type CopyStatus = 'idle' | 'copied' | 'failed'

/** Copies a text and tells for a moment how that went. */
export function useCopy(text: string): readonly [CopyStatus, () => void] {
  const [status, setStatus] = useState<CopyStatus>('idle')
  useEffect(() => {
    if (status !== 'copied') return
    const timer = setTimeout(() => setStatus('idle'), HINT_MS)
    return () => clearTimeout(timer)
  }, [status])
  const copy = () => {
    // The page that holds the frame may have taken the permission away.
    navigator.clipboard.writeText(text).then(
      () => setStatus('copied'),
      () => setStatus('failed'),
    )
  }
  return [status, copy]
}
