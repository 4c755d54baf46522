import { wayName } from '@vitrine/shared/login/registry.ts'
import { createStore } from '../core/store.ts'
import { readBrowser } from '../login-method/browser.ts'
import type { LoginContext, LoginMethodView } from '../login-method/login-method.ts'
import { ChoiceRow } from '../ui/choice-row.tsx'
import { LazyScreen, preload } from '../ui/lazy-screen.tsx'
import { say } from '../words/say.ts'
import { AccountLogo } from './account-logo.tsx'
import { readReturn } from './oauth-keys.ts'
import { type OauthWindow, openOauthWindow } from './oauth-window.ts'
import { providerOf } from './provider.ts'
import { ProviderLogo } from './provider-logo.tsx'

const loadCard = async () => (await import('./card.tsx')).OauthCard

/** Login with an account at another company: a row for each. What a method adds to it is its own. */
export const flowLogin = {
  prefetch: () => preload(loadCard),
  open(context: LoginContext) {
    const provider = providerOf(context.way, context.kernel.app)
    const { press, ...opened } = openFlow(context)
    return {
      ...opened,
      Row: ({ isFirst }) => (
        <ChoiceRow
          icon={<ProviderLogo provider={provider} />}
          isFirst={isFirst}
          label={say('oauth.row', { provider: provider.name })}
          onPress={press}
        />
      ),
    }
  },
  link: {
    label: (way, app) => say('social.linkTitle', { provider: providerOf(way, app).name }),
    load: async () => (await import('./link-card.tsx')).OauthLinkCard,
  },
  accountIcon: way => <AccountLogo way={way} />,
  returns: (kernel, returned) => readReturn(kernel, returned)?.to ?? null,
} satisfies LoginMethodView

/**
 * A way while the landing is open, without its row.
 * @param brought in the place of a window, by a page that has been told who the person is
 */
export function openFlow(context: LoginContext, brought: OauthWindow | null = null) {
  const { kernel, request, way } = context
  const { returned } = request
  const isBack =
    returned?.provider === wayName(way) && returned !== undefined && readReturn(kernel, returned) !== null
  const hasCard = createStore(isBack || brought !== null)
  let opened = brought
  return {
    hasCard,
    /** In the person's click: a browser opens no window later. One within another app has none: the page goes itself. */
    press() {
      opened = readBrowser().isInApp ? null : openOauthWindow(window, kernel.app.id)
      hasCard.set(true)
    },
    Card: ({ onClose }: { readonly onClose: () => void }) => (
      <LazyScreen
        load={loadCard}
        onClose={onClose}
        props={{ context, opened, onBack: () => hasCard.set(false), onClose }}
        title={say('oauth.row', { provider: providerOf(way, kernel.app).name })}
      />
    ),
    close() {},
  }
}
