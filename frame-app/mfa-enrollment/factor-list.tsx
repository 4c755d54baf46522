import type { MfaMethod } from '@vitrine/shared/mfa/methods.ts'
import { MFA_ICONS } from '../mfa/icons.tsx'
import type { MfaMethods } from '../mfa/mfa-api.ts'
import { addressOf, WAY_MEANINGS, WAY_NAMES } from '../mfa/ways.ts'
import { isOnly, WithMethods } from '../mfa/with-methods.tsx'
import { ChoiceRow, ChoiceRows } from '../ui/choice-row.tsx'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'
import styles from './enrollment.module.css'

/** How a method stands with the person. */
export interface FactorStands {
  readonly hasIt: boolean
  /** There is no other factor. */
  readonly isLast: boolean
  /** Of passkeys there can be more: those that are factors. */
  readonly credentialIds: readonly string[]
}

export interface FactorListProps {
  /** What the app allows. What a person has by now stays theirs to take away. */
  readonly allowed: readonly MfaMethod[]
  /** What has just been done. */
  readonly news: string | undefined
  readonly title?: string
  readonly sentence?: string
  readonly onBack?: (() => void) | undefined
  onClose(): void
  onAdd(method: MfaMethod, stands: FactorStands): void
  onRemove(method: MfaMethod, isLast: boolean): void
  onRenew(): void
}

/** Each factor and how it stands, and how many recovery codes are left. */
export function FactorList({
  title = say('mfa.settings'),
  sentence = say('mfa.settingsSentence'),
  onBack,
  onClose,
  ...list
}: FactorListProps) {
  return (
    <WithMethods onBack={onBack} onClose={onClose} title={title}>
      {methods => <Rows {...{ methods, title, sentence, onBack, onClose, ...list }} />}
    </WithMethods>
  )
}

interface RowsProps extends FactorListProps {
  readonly methods: MfaMethods
}

function Rows({
  methods,
  allowed,
  news,
  title,
  sentence,
  onBack,
  onClose,
  ...go
}: RowsProps & { readonly title: string }) {
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
              label={WAY_NAMES[method]()}
              onPress={() =>
                hasIt && method !== 'passkey'
                  ? go.onRemove(method, isOnly(methods, method))
                  : go.onAdd(method, {
                      hasIt,
                      isLast: isOnly(methods, method),
                      credentialIds: methods.methods.find(it => it.type === method)?.credential_ids ?? [],
                    })
              }
            />
          )
        })}
        {there.size > 0 ? (
          <ChoiceRow
            icon={<RecoveryMark />}
            mark={say('mfa.recoveryLeft', { count: methods.recovery_codes_left })}
            meaning={WAY_MEANINGS.recovery_code()}
            label={say('mfa.codes')}
            onPress={go.onRenew}
          />
        ) : null}
      </ChoiceRows>
    </Screen>
  )
}
