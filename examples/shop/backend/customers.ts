import { randomBytes } from 'node:crypto'
import { redeemLoginCodeResponse } from '@vitrine/shared/api/session-calls.ts'
import type { Address } from 'viem'
import { Refusal } from './refusal.ts'

/** Who logged in, as the wallet's server told this backend; nothing of it comes from the page. */
export interface Customer {
  /** The user's id at the wallet. */
  readonly id: string
  readonly email: string | null
  /** Ethereum wallets that are theirs, the first one first. */
  readonly wallets: readonly Address[]
}

export interface WalletServer {
  readonly url: string
  readonly appId: string
  readonly secret: string
}

/** A day, in ms. */
const LASTS = 86_400_000

/** The shop's own sessions, in memory. */
export class Customers {
  readonly #sessions = new Map<string, { readonly customer: Customer; readonly until: number }>()
  readonly #server: WalletServer

  constructor(server: WalletServer) {
    this.#server = server
  }

  /**
   * Logs in whom a login code is for; `docs/embedding.md` "Your backend".
   * @param audience the origin of the page that sent the code
   * @returns the session's token, for a cookie that no script reads
   * @throws Refusal
   */
  async logIn(code: unknown, audience: string): Promise<{ token: string; customer: Customer }> {
    const { url, appId, secret } = this.#server
    const answer = await fetch(`${url}/api/v1/sessions/login_code`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${appId}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ code, audience }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (!answer?.ok) throw new Refusal(401, 'not_logged_in', 'The login could not be confirmed. Try again.')
    const { user } = redeemLoginCodeResponse.parse(await answer.json())
    const customer = readCustomer(user)
    const token = randomBytes(32).toString('base64url')
    this.#sessions.set(token, { customer, until: Date.now() + LASTS })
    return { token, customer }
  }

  /** @throws Refusal when nobody is logged in */
  find(token: string | undefined): Customer {
    const session = this.#sessions.get(token ?? '')
    if (!session || session.until < Date.now())
      throw new Refusal(401, 'not_logged_in', 'Log in to the shop first.')
    return session.customer
  }

  logOut(token: string | undefined): void {
    this.#sessions.delete(token ?? '')
  }
}

type WireUser = ReturnType<typeof redeemLoginCodeResponse.parse>['user']

/** Those that were made here come before those that were imported. */
const indexOf = ({ wallet_index: index }: { wallet_index: number | null }) => index ?? Number.MAX_SAFE_INTEGER

function readCustomer({ id, linked_accounts }: WireUser): Customer {
  const wallets = linked_accounts
    .flatMap(account => (account.type === 'wallet' && account.wallet_client === 'vitrine' ? [account] : []))
    .filter(({ chain_type }) => chain_type === 'ethereum')
    .sort((one, other) => indexOf(one) - indexOf(other))
  const email = linked_accounts.find(account => account.type === 'email')
  return {
    id,
    email: email?.type === 'email' ? email.address : null,
    wallets: wallets.map(({ address }) => address as Address),
  }
}
