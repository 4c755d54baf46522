import { readWay } from '@vitrine/shared/login/registry.ts'
import { SITE_FOLLOWERS, type SiteFollowerParts } from '../login/site-followers.ts'
import type { LoginsParts } from './logins.ts'
import { withFundingPrompt } from './prompt-funding.ts'

/** The login methods that follow the page's own auth state, from the kernel's parts. @returns what each is told by */
export const followSite = ({
  server,
  user,
  wallets,
  screens,
  ...parts
}: LoginsParts & Pick<SiteFollowerParts, 'logins' | 'endLogin'>): Promise<(() => void)[]> =>
  Promise.all(
    SITE_FOLLOWERS.map(async load =>
      (await load())({
        ...parts,
        app: server.config.app,
        calls: user.calls,
        session: user.session.current,
        complete: user.complete,
        // Who logs in is remembered before the session begins.
        cameBy: () => readWay(server.storage.recall('lastLogin', server.appId) ?? ''),
        logout: user.logout,
        // Nothing else asks for a recovery that one of them takes.
        createWallets: signal =>
          withFundingPrompt({ server, user, screens }, () => wallets.createOnLogin(signal, 'ask')),
      }),
    ),
  )
