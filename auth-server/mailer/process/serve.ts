import type { Server } from 'node:net'
import { logKind } from '../../log.ts'
import { serveFrames } from '../../processes/serve-frames.ts'
import {
  CALLERS,
  type Caller,
  MAILER_OPERATIONS,
  type MailerOperation,
  type MailerRequest,
} from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'
import { askCloudLogin } from './cloud-login.ts'
import { readSignature } from './contract-signature.ts'
import { readCustody } from './farcaster-custody.ts'
import { openChannel, readChannel } from './farcaster-relay.ts'
import { fetchKeySet } from './key-set.ts'
import { redeemGrant } from './redeem-grant.ts'
import { redeemRecovery } from './redeem-recovery.ts'
import { sendMail, sendText } from './send.ts'
import { sendCode } from './send-code.ts'
import type { Senders } from './senders.ts'

/** Answers a caller's calls of `MAILER_OPERATIONS` on a Unix socket of its own. */
export const serveMailer = (
  senders: Senders,
  caller: Caller,
  socketPath: string,
  isShared: boolean,
): Promise<Server> =>
  serveFrames((operation, request) => answer(senders, caller, operation, request), socketPath, isShared)

/** Never rejects, and tells nothing of an error that is not a refusal: its message could quote a code or a credential. */
async function answer(senders: Senders, caller: Caller, operation: string, request: unknown) {
  try {
    if (!CALLERS[caller].some(it => it === operation))
      throw new MailerRefusal('invalid_request', 'There is no such operation.')
    return { response: await perform(senders, operation, request) }
  } catch (error) {
    if (error instanceof MailerRefusal) return { refusal: { code: error.code, message: error.message } }
    logKind(operation, error)
    return { refusal: { code: 'unavailable', message: 'The mailer failed at this request.' } }
  }
}

/** @returns the answer as `MAILER_OPERATIONS` has it */
async function perform(senders: Senders, operation: string, request: unknown): Promise<object> {
  switch (operation) {
    case 'ping':
      read('ping', request)
      return {}
    case 'sendCode':
      await sendCode(senders, read('sendCode', request))
      return {}
    case 'fetchKeySet':
      return fetchKeySet(read('fetchKeySet', request))
    case 'redeemGrant':
      return redeemGrant(read('redeemGrant', request))
    case 'redeemRecovery':
      return redeemRecovery(read('redeemRecovery', request))
    case 'askCloudLogin':
      return askCloudLogin(read('askCloudLogin', request))
    case 'openChannel':
      return openChannel(senders.farcaster, read('openChannel', request))
    case 'readChannel':
      return readChannel(senders.farcaster, read('readChannel', request))
    case 'readCustody':
      return readCustody(senders.farcaster, read('readCustody', request))
    case 'readSignature':
      return readSignature(senders.walletNodes, read('readSignature', request))
    case 'sendMail':
      await sendMail(senders, read('sendMail', request))
      return {}
    case 'sendSms':
      await sendText(senders, read('sendSms', request))
      return {}
    default:
      throw new MailerRefusal('invalid_request', 'There is no such operation.')
  }
}

/** @throws MailerRefusal that names the first field that does not fit, never its value. */
function read<O extends MailerOperation>(operation: O, request: unknown): MailerRequest<O> {
  const parsed = MAILER_OPERATIONS[operation].request.safeParse(request)
  if (parsed.success) return parsed.data as MailerRequest<O>
  const field = parsed.error.issues[0]?.path.join('.') || 'the request'
  throw new MailerRefusal('invalid_request', `${operation}: ${field} does not fit the interface.`)
}
