import type { ComponentType } from 'react'
import type { CodeFlow } from '../../otp/code-flow.ts'
import { CodeScreen, type CodeScreenProps } from '../../otp/code-screen.tsx'
import { Recipient } from '../../otp/recipient.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { Phrase } from '../../words/phrase.tsx'
import { say } from '../../words/say.ts'
import { lastDigits } from './phone-number.ts'
import { readRecipient } from './recipient.ts'

export interface SmsCodeProps {
  readonly flow: CodeFlow
  /** The code adds the number to an account: it is shown whole, and what it becomes; else its last digits are. */
  readonly adds?: boolean
  /** Of a code that does more than log in: the guarded one. */
  readonly screen?: ComponentType<CodeScreenProps>
  onClose(): void
}

/** Waits for the code that was sent to a phone. */
export function SmsCode({ flow, onClose, adds = false, screen: Screen = CodeScreen }: SmsCodeProps) {
  const { phoneNumber, channel } = readRecipient(useStore(flow).to)
  const digits = <Recipient>{adds ? phoneNumber : lastDigits(phoneNumber)}</Recipient>
  return (
    <Screen
      flow={flow}
      onClose={onClose}
      otherRecipient={say('sms.useAnother')}
      sentence={
        <>
          <Phrase
            of={channel === 'whatsapp' ? 'sms.codeSentenceWhatsapp' : 'sms.codeSentence'}
            values={{ digits }}
          />
          {adds ? ` ${say('code.adds')}` : null}
        </>
      }
      title={say('sms.codeTitle')}
    />
  )
}
