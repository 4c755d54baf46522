import { useCallback, useEffect, useState } from 'react'
import { useKernel } from '../ui/kernel-context.ts'
import { loadStrengthJudge, type Strength, type StrengthJudge } from './strength.ts'

/** A pause in typing after which it is judged. */
const PAUSE_MS = 150
/** A press waits no longer for an estimator that is still on its way. */
const LOAD_LIMIT_MS = 3_000

export interface JudgedPasscode {
  /** `null`: nothing is typed, or nobody can say. */
  readonly strength: Strength | null
  /** Of what is typed now, whatever was judged before; `null`: the estimator does not come, and length alone rules. */
  judge(): Promise<Strength | null>
}

/** How easily a passcode is guessed, beside the typing and never in its way. */
export function usePasscodeStrength(passcode: string): JudgedPasscode {
  const { app, session } = useKernel()
  const [judge, setJudge] = useState<StrengthJudge | null>(null)
  const [strength, setStrength] = useState<Strength | null>(null)
  const [known] = useState(() => {
    const snapshot = session.get()
    const { email } = snapshot.status === 'authenticated' ? snapshot.user : { email: undefined }
    return [app.name, email?.address ?? '', 'vitrine']
  })
  useEffect(() => {
    let isGone = false
    loadStrengthJudge().then(
      loaded => isGone || setJudge(loaded),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])
  useEffect(() => {
    if (!judge || passcode === '') return setStrength(null)
    const pause = setTimeout(() => setStrength(judge.judge(passcode, known)), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [judge, known, passcode])
  const judgeNow = useCallback(async () => {
    const late = new Promise<null>(resolve => setTimeout(resolve, LOAD_LIMIT_MS, null))
    const loaded = await Promise.race([loadStrengthJudge().catch(() => null), late])
    return loaded?.judge(passcode, known) ?? null
  }, [known, passcode])
  return { strength, judge: judgeNow }
}
