import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { LinkContext, LoginContext } from '../../login-method/login-method.ts'
import { whenDone } from '../../otp/code-flow.ts'
import { type OtpFlow, startOtpFlow } from '../../otp/start-otp-flow.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import { tellStatus } from '../../ui/tell-status.ts'
import { readRecipient } from './recipient.ts'
import { authenticateBySms, linkPhone, sendSmsCode, updatePhone } from './sms-api.ts'

/** The login by phone: the code flow over `/passwordless_sms` (contract §2.2). */
export function startSmsFlow(context: LoginContext): OtpFlow<FrameResult<'login'>> {
  const { prefill, disableSignup } = context.request.options
  const { calls } = context.kernel.operations
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up'
  const codes = startOtpFlow({
    prefill: prefill?.type === 'phone' ? prefill.value : '',
    sendCode: (to, signal) => sendSmsCode(calls, to, signal),
    submitCode: (to, code, signal) =>
      authenticateBySms(calls, { phoneNumber: readRecipient(to).phoneNumber, code, mode }, signal),
  })
  const flow = tellStatus(context.kernel, 'sms', codes)
  whenDone(flow, context.onAuthenticated)
  return flow
}

/** Adds a number to the person who is logged in, or puts it in the place of the present one. */
export function startSmsLinkFlow({ kernel, purpose, prefill, stepUp }: LinkContext): OtpFlow<User> {
  const { calls } = kernel.operations
  const presentOf = (session: SessionSnapshot) =>
    purpose === 'update' && session.status === 'authenticated' ? session.user.phone?.number : undefined
  const flow = startOtpFlow({
    prefill,
    async sendCode(to, signal) {
      await stepUp.prove(accountOf(to), signal)
      const isFirst = presentOf(kernel.session.get()) === undefined
      return sendSmsCode(calls, to, signal, isFirst ? 'link' : 'update')
    },
    submitCode(to, code, signal) {
      const { phoneNumber } = readRecipient(to)
      const present = presentOf(kernel.session.get())
      return stepUp.change(accountOf(to), signal, proof =>
        present !== undefined
          ? updatePhone(calls, { oldNumber: present, newNumber: phoneNumber, code, ...proof }, signal)
          : linkPhone(calls, { phoneNumber, code, ...proof }, signal),
      )
    },
  })
  return tellStatus(kernel, 'sms', flow)
}

function accountOf(to: string) {
  const { phoneNumber } = readRecipient(to)
  return { type: 'phone', subject: phoneNumber, name: phoneNumber } as const
}
