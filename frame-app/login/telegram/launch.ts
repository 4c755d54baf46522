import { LAUNCH_MAX_AGE_S } from '@vitrine/shared/api/login/telegram.ts'
import type { ReturnedLogin } from '@vitrine/shared/bridge/returned-login.ts'
import { randomText } from '../../oauth-flow/oauth-keys.ts'
import type { OauthWindow } from '../../oauth-flow/oauth-window.ts'
import type { Kernel } from '../../ui/kernel-context.ts'

/**
 * What Telegram tells a page that it opens as a Mini App (`initData`), as the page relays it: no flow began it. The page is not
 * trusted with it: it may be somebody else's. So it logs in, which shows who is logged in, and links nothing.
 */
export const isLaunch = ({ state }: Pick<ReturnedLogin, 'state'>): boolean => state === ''

/**
 * What the page was opened with, where the app lets it log in: while it is new, and once, or each reload of the page would try
 * what is spent.
 */
export function readLaunch(
  { app, keptBy }: Pick<Kernel, 'app' | 'keptBy'>,
  returned: ReturnedLogin,
  now = Date.now(),
): string | null {
  const isOn = app.telegram_auth && app.telegram_auth_config?.seamless_auth_enabled
  if (!isLaunch(returned) || !isOn) return null
  const told = new URLSearchParams(returned.code)
  const age = now / 1000 - Number(told.get('auth_date') ?? Number.NaN)
  const isNew = age < LAUNCH_MAX_AGE_S && keptBy('telegram').read() !== told.get('hash')
  return isNew ? returned.code : null
}

/** In the place of a window: the person is known already. */
export const launchedBy = ({ keptBy, operations }: Kernel, launch: string): OauthWindow => ({
  flowId: randomText(32),
  isSeen: true,
  async answer(state) {
    keptBy('telegram').write(new URLSearchParams(launch).get('hash') ?? '')
    const { sealAnswer } = await import('@vitrine/shared/hpke/oauth-answer.ts')
    return sealAnswer(await operations.calls.signerKey(), state, { code: launch, iss: null })
  },
  gone: () => new Promise(() => {}),
  close() {},
})
