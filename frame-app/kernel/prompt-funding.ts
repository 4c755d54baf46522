import { fundingOptions } from '@vitrine/shared/funding/options.ts'
import { isEmbedded } from '../session/held-wallet.ts'
import type { KernelScreens } from './screens.ts'
import type { Server } from './server.ts'
import type { KernelSession } from './session.ts'

interface PromptParts {
  readonly server: { readonly config: Pick<Server['config'], 'app' | 'current'> }
  readonly user: { readonly session: { readonly current: KernelSession['session']['current'] } }
  readonly screens: Pick<KernelScreens, 'show'>
}

/**
 * Makes wallets and then asks the person for funds for the first new one, where the operator has `prompt_funding_on_wallet_creation`.
 * A login by the dialog asks on its own last screen.
 * @returns what making them came to; nobody waits for the funds
 */
export async function withFundingPrompt<Made>(parts: PromptParts, make: () => Promise<Made>): Promise<Made> {
  const before = new Set(walletsOf(parts).map(({ address }) => address))
  const made = await make()
  const app = parts.server.config.app()
  if (app.funding_config?.prompt_funding_on_wallet_creation && fundingOptions(app).length > 0) {
    const wallet = walletsOf(parts).find(it => isEmbedded(it) && !before.has(it.address))
    // Nobody pressed for it: whoever leaves it, or has nothing that can be funded, is told nothing.
    if (wallet) void ask(parts, wallet.address).catch(() => {})
  }
  return made
}

async function ask({ server: { config }, user, screens }: PromptParts, address: string): Promise<void> {
  const { makeFundingRequest } = await import('@vitrine/shared/funding/make-request.ts')
  const { chains, solana } = config.current.get()
  const wallets = walletsOf({ user })
  const funding = makeFundingRequest({ address }, { app: config.app(), chains, solana, wallets })
  await screens.show<'fund-wallet'>({ kind: 'fund-wallet', funding })
}

const walletsOf = ({ user }: Pick<PromptParts, 'user'>) => {
  const snapshot = user.session.current.get()
  return snapshot.status === 'authenticated' ? snapshot.wallets : []
}
