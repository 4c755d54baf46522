import './words.ts'
import { CAPTCHA_TIMEOUT_MS, providerOf } from '@vitrine/shared/captcha/provider.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { ReadableStore } from '../core/store.ts'
import { say } from '../words/say.ts'
import type { CaptchaCheck, CaptchaOptions } from './captcha.ts'
import { proveWork } from './prove-work.ts'
import { startWidgetCheck } from './widget-check.ts'

interface RunOptions extends Omit<CaptchaOptions, 'app'> {
  readonly app: AppConfig
}

type Checks = ReadableStore<readonly CaptchaCheck[]> & { set(checks: readonly CaptchaCheck[]): void }

let count = 0

/**
 * One check, from its first moment to the token; it is in `checks` meanwhile.
 * @throws VitrineError `captcha_timeout` | `captcha_failure` | `captcha_disabled`, or what the server answered
 * @throws the reason of `signal` when it aborts
 */
export async function runCheck(options: RunOptions, checks: Checks, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', onAbort)
  const timer = setTimeout(
    () => controller.abort(clientError('captcha_timeout', say('captcha.timeout'))),
    CAPTCHA_TIMEOUT_MS,
  )
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  const id = ++count
  const show = (check: Omit<CaptchaCheck, 'id'>) => checks.set([...others(), { ...check, id }])
  const others = () => checks.get().filter(check => check.id !== id)
  try {
    // An app whose captcha is off has a document that lets no vendor in: the server checks by itself.
    const provider = options.app.captcha_enabled ? providerOf(options.app) : 'altcha'
    show({ widget: null })
    const work =
      provider === 'altcha'
        ? proveWork(options.post, controller)
        : startWidgetCheck({ ...options, vendor: provider }, widget => {
            // A person who has something to do there is not hurried.
            if (widget.needsPerson) clearTimeout(timer)
            show({ widget })
          })
    return await Promise.race([work, aborted])
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason
    if (error instanceof VitrineError) throw error
    throw clientError('captcha_failure', say('captcha.failed'), { cause: error })
  } finally {
    // Also ends what is still at work for a check that is over.
    controller.abort()
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    checks.set(others())
  }
}
