import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { SDK_VERSION, SERVED_PROTOCOLS } from '@vitrine/shared/bridge/protocol.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { HandlerContext } from '../requests/context.ts'
import { publicState } from './public-state.ts'

type Context = Pick<
  HandlerContext,
  | 'app'
  | 'walletOrigin'
  | 'session'
  | 'connected'
  | 'config'
  | 'announceConfig'
  | 'setLocale'
  | 'screens'
  | 'notices'
  | 'restored'
  | 'signer'
>

/** The first call of a page: agrees on the protocol, takes the options, answers once the session is restored. */
export const hello =
  (context: Context): FrameHandlers['hello'] =>
  async ({ protocol, options, features, locale, signer, build }) => {
    if (!SERVED_PROTOCOLS.includes(protocol))
      throw clientError(
        'configuration_error',
        `This wallet serves bridge protocol ${SERVED_PROTOCOLS}, not ${protocol}. Load vitrine.js from the wallet origin, or update @vitrine/host-sdk.`,
      )
    // Whatever the page may ask for goes by the signer's word, and by this very code: without them there is nothing to greet for.
    if ((signer ?? build) !== undefined) await context.signer.requirePinned(signer, build)
    // A page that greets again does not know its earlier calls any more.
    context.screens.clear()
    const tag = canonical(locale)
    context.setLocale(tag ?? null)
    if (locale && !tag)
      context.notices.emit('configWarning', {
        message: 'locale: not a language tag (BCP 47), so the browser’s languages are used.',
      })
    const configured = context.config.configure(options, features).catch(error => {
      context.notices.flush()
      throw error
    })
    const [warnings] = await Promise.all([configured, context.restored])
    for (const { message } of warnings) context.notices.emit('configWarning', { message })
    context.notices.open()
    void context.announceConfig()
    const { id, name, icon_url, approval_surface } = context.app()
    const { solana, embeddedWallets } = context.config.current.get()
    return {
      protocol,
      version: SDK_VERSION,
      // What the page then needs the code of: the Solana part for a name of a cluster.
      features: solana.map(({ chain }) => chain),
      // Where nothing is shown a window would open in vain.
      ...(approval_surface === 'window' &&
        embeddedWallets.showWalletUIs && {
          open: `${context.walletOrigin}/apps/${id}/approve#page`,
        }),
      app: { id, name, icon: icon_url },
      state: publicState(context),
    }
  }

/** What is no tag could not stand in a header either, and every call would end at it (Fetch, "header value"). */
function canonical(tag: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {}
}
