import { logError } from '../../log.ts'
import type { MailerRequest } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'

export interface TextSender {
  /** @throws MailerRefusal `unsubscribed` | `unreachable` | `unavailable` */
  send(message: MailerRequest<'sendSms'>): Promise<void>
}

const TIMEOUT_MS = 10_000

/** Codes of Twilio's error dictionary that are about the recipient. */
const UNSUBSCRIBED = [21610]
const UNREACHABLE = [21211, 21408, 21612, 21614, 63003]

/**
 * A gateway that takes messages as Twilio does: `POST {base}/2010-04-01/Accounts/{sid}/Messages.json`, Basic
 * authorization, a form with `To`, `From` and `Body`.
 * @param url `https://<sid>:<token>@<host>[/path]?from=+15550100`, checked by `settings.ts`.
 */
export function createGatewaySender(url: string): TextSender {
  const { username, password, origin, pathname, search } = new URL(url)
  const sid = decodeURIComponent(username)
  const endpoint = `${origin}${pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${sid}:${decodeURIComponent(password)}`).toString('base64')}`
  // Not `URLSearchParams`, which reads the `+` of a number as a space.
  const from = decodeURIComponent(/[?&]from=([^&]*)/.exec(search)?.[1] ?? '')

  return {
    async send(message) {
      let answer: Response
      try {
        answer = await fetch(endpoint, {
          method: 'POST',
          headers: { authorization },
          body: form(from, message),
          // The credentials go to the configured host and nowhere else.
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
      } catch (error) {
        logError('sending a text message', error)
        throw unavailable()
      }
      if (answer.ok) return
      const code = await errorCode(answer)
      // Not the answer's text: it repeats the number.
      logError('sending a text message', new Error(`the gateway answered ${answer.status}, error ${code}`))
      if (UNSUBSCRIBED.includes(code)) throw new MailerRefusal('unsubscribed', 'The number has opted out.')
      if (UNREACHABLE.includes(code))
        throw new MailerRefusal('unreachable', 'The gateway cannot reach the number.')
      throw unavailable()
    },
  }
}

function form(from: string, { to, channel, text }: MailerRequest<'sendSms'>): URLSearchParams {
  const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
  return new URLSearchParams({ To: `${prefix}${to}`, From: `${prefix}${from}`, Body: text })
}

/** `0` when the answer is not of Twilio's shape. */
async function errorCode(answer: Response): Promise<number> {
  try {
    const body: unknown = await answer.json()
    return typeof body === 'object' && body !== null && 'code' in body ? Number(body.code) : 0
  } catch {
    return 0
  }
}

const unavailable = () => new MailerRefusal('unavailable', 'The gateway did not take the message.')
