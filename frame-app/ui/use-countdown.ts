import { useEffect, useState } from 'react'

/** Whole seconds until a moment (unix ms), counted down while it is on show; 0 from then on. */
export function useCountdown(untilMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  const left = Math.max(0, Math.ceil((untilMs - nowMs) / 1_000))
  useEffect(() => {
    setNowMs(Date.now())
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= untilMs) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [untilMs])
  return left
}
