import type { MfaMethod } from '@vitrine/shared/mfa/methods.ts'
import { useCallback, useEffect } from 'react'
import { startTask } from '../core/task.ts'
import { MFA_ICONS } from '../mfa/icons.tsx'
import { fetchMethods } from '../mfa/mfa-api.ts'
import { addressOf, WAY_MEANINGS, WAY_NAMES } from '../mfa/ways.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '../ui/choice-row.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import styles from './enrollment.module.css'

export interface FactorListProps {
  /** What the app allows. What a person has by now stays theirs to take away. */
  readonly allowed: readonly MfaMethod[]
  /** What has just been done. */
  readonly news: string | undefined
  readonly title?: string
  readonly sentence?: string
  readonly onBack?: (() => void) | undefined
  onClose(): void
  /** @param hasIt of passkeys there can be more */
  onAdd(method: MfaMethod, hasIt: boolean): void
  onRemove(method: MfaMethod, isLast: boolean): void
  onRenew(): void
}

/** Each factor and how it stands, and how many recovery codes are left. */
export function FactorList({ allowed, news, onAdd, onRemove, onRenew, ...rest }: FactorListProps) {
  const { title = say('mfa.settings'), sentence = say('mfa.settingsSentence'), onBack, onClose } = rest
  const { calls } = useKernel().operations
  const [state, flow] = useFlow(() =>
    startTask((_: undefined, signal) => fetchMethods(calls, signal), toFailure),
  )
  const read = useCallback(() => flow.send({ type: 'start', argument: undefined }), [flow])
  useEffect(read, [read])
  if (state.status === 'failed')
    return (
      <Screen onBack={onBack} onClose={onClose} title={title}>
        <Problem>{state.failure.message}</Problem>
        <div className={styles.actions}>
          <Button onClick={read}>{say('action.tryAgain')}</Button>
        </div>
      </Screen>
    )
  if (state.status !== 'done') return <LoadingScreen onBack={onBack} onClose={onClose} title={title} />
  const methods = state.result
  const there = new Set(methods.methods.map(({ type }) => type))
  const shown = [...allowed, ...[...there].filter(it => !allowed.includes(it))]
  const RecoveryMark = MFA_ICONS.recovery_code
  return (
    <Screen onBack={onBack} onClose={onClose} sentence={sentence} status={news} title={title}>
      {news ? <p className={styles.news}>{news}</p> : null}
      <ChoiceRows>
        {shown.map((method, index) => {
          const Mark = MFA_ICONS[method]
          const hasIt = there.has(method)
          return (
            <ChoiceRow
              icon={<Mark />}
              isFirst={index === 0}
              key={method}
              mark={hasIt ? <span className={styles.on}>{say('mfa.isOn')}</span> : null}
              meaning={addressOf(methods, method) || WAY_MEANINGS[method]()}
              name={WAY_NAMES[method]()}
              onPress={() =>
                hasIt && method !== 'passkey' ? onRemove(method, there.size === 1) : onAdd(method, hasIt)
              }
            />
          )
        })}
        {there.size > 0 ? (
          <ChoiceRow
            icon={<RecoveryMark />}
            mark={say('mfa.recoveryLeft', { count: methods.recovery_codes_left })}
            meaning={WAY_MEANINGS.recovery_code()}
            name={say('mfa.codes')}
            onPress={onRenew}
          />
        ) : null}
      </ChoiceRows>
    </Screen>
  )
}
