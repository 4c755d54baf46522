import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Calls } from '../session/calls.ts'

/**
 * An init call with the captcha's token. A server that asks for one although the app's captcha is off, since codes are guessed
 * or sent more than people do, says who checks; the call is then made once more, with a token.
 * @param send one call; it is made twice at most
 */
export async function withCaptcha<T>(
  { captchaToken }: Pick<Calls, 'captchaToken'>,
  signal: AbortSignal,
  send: (token: string | undefined) => Promise<T>,
): Promise<T> {
  const token = await captchaToken(signal)
  try {
    return await send(token)
  } catch (error) {
    const isDemanded =
      error instanceof VitrineError && error.code === 'invalid_captcha' && error.data?.provider
    if (!isDemanded || token !== undefined) throw error
    return send(await captchaToken(signal, 'demanded'))
  }
}
