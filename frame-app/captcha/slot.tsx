import { type ComponentType, useEffect, useState } from 'react'
import { useKernel } from '../ui/kernel-context.ts'
import { useStore } from '../ui/use-flow.ts'
import type { CaptchaCheck } from './captcha.ts'

type Checks = ComponentType<{ readonly checks: readonly CaptchaCheck[] }>

/** Where the card shows the checks that run. Their looks come with the first of them. */
export function CaptchaSlot() {
  const checks = useStore(useKernel().captcha)
  const [Loaded, setLoaded] = useState<Checks | null>(null)
  const isNeeded = checks.length > 0 && Loaded === null
  useEffect(() => {
    // Not to be had, a check that needs nobody still ends well, and one that needs a person ends by its time limit.
    if (isNeeded)
      import('./checks.tsx').then(
        ({ CaptchaChecks }) => setLoaded(() => CaptchaChecks),
        () => {},
      )
  }, [isNeeded])
  return Loaded ? <Loaded checks={checks} /> : null
}
