import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type RefObject, useRef, useState } from 'react'
import { ChoiceRow, ChoiceRows } from '../ui/choice-row.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'
import { Screen } from '../ui/screen.tsx'
import type { Failure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import { MFA_ICONS } from './icons.tsx'
import type { AskedMfa, Mfa } from './mfa.ts'
import { initMfaPasskey, type MfaMethods, verifyMfaPasskey } from './mfa-api.ts'
import { ProveByCode } from './prove-by-code.tsx'
import { ProveByRecoveryCode } from './prove-by-recovery-code.tsx'
import { addressOf, WAY_MEANINGS, WAY_NAMES, type Way, waysOf } from './ways.ts'
import { WithMethods } from './with-methods.tsx'

export interface ProveScreenProps {
  readonly mfa: Mfa
  readonly asked: AskedMfa
}

const loadPasskey = async () => (await import('../login/passkey/proof-card.tsx')).PasskeyProofCard

/** Has a person prove one of their second factors: the one of last time, or another one that they choose. */
export function ProveScreen({ mfa, asked }: ProveScreenProps) {
  /** Who leaves after too many wrong codes has not changed their mind. */
  const refused = useRef<Failure | null>(null)
  const leave = () => {
    const { code, message } = refused.current ?? {}
    asked.onLeft(
      code === 'mfa_verification_max_attempts_reached' ? clientError(code, message ?? '') : undefined,
    )
  }
  return (
    <WithMethods onClose={leave} title={say('mfa.title')}>
      {methods => <ProveOne {...{ mfa, asked, methods, leave, refused }} />}
    </WithMethods>
  )
}

interface ProveOneProps extends ProveScreenProps {
  readonly methods: MfaMethods
  readonly refused: RefObject<Failure | null>
  leave(): void
}

function ProveOne({ mfa, asked, methods, leave, refused }: ProveOneProps) {
  const { operations, lastMfa } = useKernel()
  const { calls } = operations
  const [chosen, setChosen] = useState<Way | 'list' | null>(null)
  const proven = (way: Way) => (token: string) => {
    if (way !== 'recovery_code') lastMfa.write(way)
    // What waits runs again with it.
    void mfa.keep(token).then(asked.onDone)
  }

  const ways = waysOf(methods, lastMfa.read())
  const way = chosen ?? ways[0] ?? 'list'
  if (way === 'list') return <WayList methods={methods} onChoose={setChosen} onClose={leave} ways={ways} />
  const others = { onAnother: () => setChosen('list'), onClose: leave }
  switch (way) {
    case 'totp':
    case 'sms':
    case 'email':
      return (
        <ProveByCode
          key={way}
          {...others}
          address={addressOf(methods, way)}
          method={way}
          onProven={proven(way)}
          onRefused={failure => {
            refused.current = failure
          }}
        />
      )
    case 'passkey':
      return (
        <LazyScreen
          load={loadPasskey}
          onClose={leave}
          props={{
            title: say('mfa.title'),
            sentence: say('mfa.passkeySentence'),
            press: say('stepUp.passkey'),
            later: { label: say('mfa.another'), onPress: others.onAnother },
            init: signal => initMfaPasskey(calls, signal),
            submit: (answer, signal) => verifyMfaPasskey(calls, answer, signal),
            onProven: proven(way),
            onClose: leave,
          }}
          title={say('mfa.title')}
        />
      )
    case 'recovery_code':
      return (
        <ProveByRecoveryCode
          {...others}
          onProven={proven(way)}
          onRefused={failure => {
            refused.current = failure
          }}
        />
      )
  }
}

interface WayListProps {
  readonly ways: readonly Way[]
  readonly methods: MfaMethods
  onChoose(way: Way): void
  onClose(): void
}

const WayList = ({ ways, methods, onChoose, onClose }: WayListProps) => (
  <Screen onClose={onClose} sentence={say('mfa.choose')} title={say('mfa.title')}>
    <ChoiceRows>
      {ways.map((way, index) => {
        const Mark = MFA_ICONS[way]
        return (
          <ChoiceRow
            icon={<Mark />}
            isFirst={index === 0}
            key={way}
            meaning={addressOf(methods, way) || WAY_MEANINGS[way]()}
            label={WAY_NAMES[way]()}
            onPress={() => onChoose(way)}
          />
        )
      })}
    </ChoiceRows>
  </Screen>
)
