import type { CountryCode } from 'libphonenumber-js/min'
import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CodeFlow } from '../../otp/code-flow.ts'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import type { ApprovalGuard } from '../../ui/use-approval-guard.ts'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { ChannelChoice } from './channel-choice.tsx'
import { listCountries } from './countries.ts'
import { CountryField } from './country-field.tsx'
import styles from './number-screen.module.css'
import { exampleOf, moveTo, retype, startWith, toCountry, toE164 } from './phone-number.ts'
import { readRecipient, writeRecipient } from './recipient.ts'

export interface NumberScreenProps {
  readonly flow: CodeFlow
  readonly title: string
  readonly sentence: string
  /** Where the number is for more than a login. */
  readonly guard?: ApprovalGuard['button'] | undefined
  /** `false`: a code comes as a text message alone. */
  readonly hasChannels?: boolean
  /** Why the guard keeps the button off. */
  readonly note?: ReactNode
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** Asks for a phone number, formatted for its country while it is typed. */
export function NumberScreen({ hasChannels = true, ...props }: NumberScreenProps) {
  const { flow, title, sentence, guard, note, onBack, onClose } = props
  const { config } = useKernel()
  const { intl, whatsAppEnabled } = useStore(config)
  const state = useStore(flow)
  const asked = readRecipient(state.to)
  const [number, setNumber] = useState(() => startWith(asked.phoneNumber, toCountry(intl.defaultCountry)))
  const [channel, setChannel] = useState(asked.channel)
  const [isInvalid, setIsInvalid] = useState(false)
  const countries = useMemo(() => listCountries(document.documentElement.lang || navigator.language), [])
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const example = exampleOf(number.country)
  const country = countries.find(({ code }) => code === number.country)
  const isSending = state.status === 'sending-code'
  const problem = isInvalid
    ? say('sms.invalid', { country: country?.name ?? number.country, example })
    : state.status === 'error'
      ? state.failure.message
      : undefined

  // React puts the caret at the end of a text that it changed itself.
  useLayoutEffect(() => {
    if (document.activeElement === input.current) input.current?.setSelectionRange(number.caret, number.caret)
  }, [number])

  const change = (next: typeof number) => {
    setNumber(next)
    setIsInvalid(false)
  }
  const type = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    change(
      retype(number, {
        text: target.value,
        caret: target.selectionStart ?? target.value.length,
        isForwardDelete: 'inputType' in nativeEvent && nativeEvent.inputType === 'deleteContentForward',
      }),
    )
  const select = (code: CountryCode) => change(moveTo(code, number))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const phoneNumber = toE164(number)
    setIsInvalid(phoneNumber === null)
    if (phoneNumber === null) input.current?.focus()
    else flow.send({ type: 'submit-recipient', to: writeRecipient({ phoneNumber, channel }) })
  }

  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={sentence}
      status={isSending ? say('sms.sending') : undefined}
      title={title}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <div className={styles.field} data-invalid={problem !== undefined}>
          <CountryField countries={countries} onSelect={select} selected={number.country} />
          <div className={styles.number} dir="ltr">
            <span aria-hidden="true" className={styles.callCode}>
              {number.text.startsWith('+') || !country ? null : `+${country.callCode}`}
            </span>
            <input
              aria-describedby={problem === undefined ? undefined : problemId}
              aria-invalid={problem !== undefined}
              aria-label={say('sms.label')}
              autoComplete="tel"
              className={styles.input}
              data-autofocus
              enterKeyHint="go"
              inputMode="tel"
              maxLength={40}
              name="tel"
              onChange={type}
              placeholder={example}
              readOnly={isSending}
              ref={input}
              type="tel"
              value={number.text}
            />
          </div>
        </div>
        {problem === undefined ? null : <Problem id={problemId}>{problem}</Problem>}
        {whatsAppEnabled && hasChannels ? <ChannelChoice channel={channel} onChange={setChannel} /> : null}
        <Button {...guard} isBusy={isSending} type="submit">
          {say('action.continue')}
        </Button>
        {note}
        <NoAnswer isWaiting={isSending} onOther={onBack ?? (() => flow.send({ type: 'back' }))} />
      </form>
    </Screen>
  )
}
