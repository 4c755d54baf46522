import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { ComponentType, ReactNode } from 'react'
import { atCode, type CodeFlow } from '../otp/code-flow.ts'
import { lazyFlow } from '../otp/lazy-flow.ts'
import type { OtpFlow } from '../otp/start-otp-flow.ts'
import { LazyScreen, type LoadScreen } from '../ui/lazy-screen.tsx'
import { NoAnswer } from '../ui/no-answer.tsx'
import { useStore } from '../ui/use-flow.ts'
import { GreetingRow } from './greeting-row.tsx'
import type { Greeting, LoginContext } from './login-method.ts'

export interface GreetedCodeProps {
  readonly flow: CodeFlow
  /** Where the code went, as the greeting has it: the whole address is nobody's to read who merely finds the device. */
  readonly shown: string
  onClose(): void
}

export interface GreetingByCode {
  readonly load: LoadScreen<GreetedCodeProps>
  icon(): ReactNode
  /** @param known the address, whole */
  mask(known: string): string
  title(): string
  /** What goes on while the code is sent. */
  sending(): string
  /** A flow of its own, so that the landing's field never holds what the greeting hides. */
  start(context: LoginContext, known: string): OtpFlow<FrameResult<'login'>>
}

/** Sends who comes back a code at one press. */
export const greetByCode = ({ icon, mask, title, sending, start, load }: GreetingByCode): Greeting => ({
  open({ known, onChosen, onForget, ...context }) {
    // Begun with the press: before it the page hears of no flow, and so not that anybody is greeted.
    const flow = lazyFlow(known, async () => start(context, known))
    const shown = mask(known)
    const stopWatching = flow.subscribe(() => {
      const state = flow.get()
      // The address is nobody's any more: the account has another, or is gone.
      if (state.status === 'error' && state.failure.code === 'user_does_not_exist')
        context.kernel.greeting.write('')
    })
    const Row: ComponentType<{ readonly isFirst: boolean }> = ({ isFirst }) => {
      const state = useStore(flow)
      const isSending = state.status === 'sending-code'
      return (
        <>
          <GreetingRow
            busy={isSending ? sending() : undefined}
            icon={icon()}
            isFirst={isFirst}
            onForget={onForget}
            onPress={() => {
              onChosen()
              flow.send({ type: 'submit-recipient', to: known })
            }}
            problem={state.status === 'error' ? state.failure.message : undefined}
            who={shown}
          />
          <NoAnswer isWaiting={isSending} onOther={() => flow.send({ type: 'back' })} />
        </>
      )
    }
    return {
      hasCard: atCode(flow),
      Row,
      Card: ({ onClose }) => (
        <LazyScreen load={load} onClose={onClose} props={{ flow, shown, onClose }} title={title()} />
      ),
      close() {
        stopWatching()
        flow.stop()
      },
    }
  },
})
