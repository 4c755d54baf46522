import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { typedEmailAddress } from '@vitrine/shared/otp/email-address.ts'
import type { LinkContext } from '../../login-method/login-method.ts'
import { type OtpFlow, startOtpFlow } from '../../otp/start-otp-flow.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { tellStatus } from '../../ui/tell-status.ts'
import { authenticateByEmail, linkEmail, sendEmailCode, updateEmail } from './email-api.ts'

export interface EmailLoginOptions {
  /** Fills the field; the person still presses Continue. */
  readonly prefill: string
  readonly mode: 'login-or-sign-up' | 'no-signup'
}

/** The email login: the code flow over `/passwordless` (contract §2.2). */
export function startEmailFlow(
  kernel: Pick<Kernel, 'operations' | 'tellFlow'>,
  { prefill, mode }: EmailLoginOptions,
): OtpFlow<FrameResult<'login'>> {
  const { calls } = kernel.operations
  const flow = startOtpFlow({
    prefill,
    sendCode: (email, signal) => sendEmailCode(calls, email, signal),
    submitCode: (email, code, signal) => authenticateByEmail(calls, { email, code, mode }, signal),
  })
  return tellStatus(kernel, 'email', flow)
}

/** Adds an address to the person who is logged in, or puts it in the place of the present one. */
export function startEmailLinkFlow({ kernel, purpose, prefill, stepUp }: LinkContext): OtpFlow<User> {
  const { calls } = kernel.operations
  const presentOf = (session: SessionSnapshot) =>
    purpose === 'update' && session.status === 'authenticated' ? session.user.email?.address : undefined
  const flow = startOtpFlow({
    prefill,
    async sendCode(email, signal) {
      await stepUp.prove(accountOf(email), signal)
      const isFirst = presentOf(kernel.session.get()) === undefined
      return sendEmailCode(calls, email, signal, isFirst ? 'link' : 'update')
    },
    submitCode(email, code, signal) {
      const present = presentOf(kernel.session.get())
      return stepUp.change(accountOf(email), signal, proof =>
        present !== undefined
          ? updateEmail(calls, { oldAddress: present, newAddress: email, code, ...proof }, signal)
          : linkEmail(calls, { email, code, ...proof }, signal),
      )
    },
  })
  return tellStatus(kernel, 'email', flow)
}

const accountOf = (email: string) =>
  ({ type: 'email', subject: typedEmailAddress(email).data ?? email, name: email }) as const
