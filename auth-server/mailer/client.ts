import * as z from 'zod'
import { connectProcess } from '../processes/connection.ts'
import {
  type Answering,
  MAILER_OPERATIONS,
  MAILER_REFUSAL_CODES,
  type MailerClient,
  type MailerOperation,
  type MailerRequest,
  type MailerResponse,
} from './operations.ts'
import { MailerRefusal } from './refusal.ts'

/** A mail server may take its 10 + 10 + 20 seconds (`smtp.ts`). */
export const REQUEST_TIMEOUT_MS = 45_000
const PING_TIMEOUT_MS = 5_000

const code = z.enum(MAILER_REFUSAL_CODES)

/**
 * The mailer as the process that makes the messages sees it. It connects at the first call and again after the mailer was
 * restarted. A call rejects with `MailerRefusal`; `unavailable` when the mailer is not running, went away while the call
 * waited, or did not answer within 45 seconds.
 * @param socketPath the Unix socket that `startMailer` was given
 */
export function connectMailer(socketPath: string): MailerClient {
  const { call, close } = connectProcess({
    name: 'The mailer',
    socketPath,
    timeoutMs: REQUEST_TIMEOUT_MS,
    refusal: refused => new MailerRefusal(code.catch('unavailable').parse(refused.code), refused.message),
  })
  const operation =
    <O extends Exclude<MailerOperation, Answering>>(name: O) =>
    async (request: MailerRequest<O>): Promise<void> => {
      await call(name, request, name === 'ping' ? PING_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
    }
  const answering =
    <O extends Answering>(name: O) =>
    async (request: MailerRequest<O>): Promise<MailerResponse<O>> =>
      MAILER_OPERATIONS[name].response.parse(await call(name, request)) as MailerResponse<O>
  return {
    ping: operation('ping'),
    sendCode: operation('sendCode'),
    sendMail: operation('sendMail'),
    sendSms: operation('sendSms'),
    fetchKeySet: answering('fetchKeySet'),
    redeemGrant: answering('redeemGrant'),
    redeemRecovery: answering('redeemRecovery'),
    askCloudLogin: answering('askCloudLogin'),
    openChannel: answering('openChannel'),
    readChannel: answering('readChannel'),
    readCustody: answering('readCustody'),
    readSignature: answering('readSignature'),
    close,
  }
}
