import { authenticateByEmail } from '../../login/email/email-api.ts'
import { answerOf, wireUserOf, wireWallet } from '../../session/testing/session-fixtures.ts'
import { type Routes, startTestKernel } from './fake-frame.ts'

export const signal = new AbortController().signal
export const credentials = { email: 'ada@example.com', code: '123456', mode: 'login-or-sign-up' } as const
/** An app whose users get a wallet when they log in. */
export const createOnLogin = {
  embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
}

const publicKey = `0x02${'ab'.repeat(32)}`
const resource = (index = 0) => ({
  id: `wallet_${index}`,
  address: wireWallet(index).address,
  chain_type: 'ethereum',
  wallet_index: index,
  public_key: publicKey,
  owner_id: 'user_1',
  additional_signers: [],
  policy_ids: [],
  created_at: 1_700_000_000,
  exported_at: null,
  imported_at: null,
})

/** A server with one user, who gets wallets as they are made. It passes the server's own contract (`user-contract.ts`). */
export function serverRoutes(overrides: Routes = {}): Routes {
  const wallets: ReturnType<typeof wireWallet>[] = []
  return {
    'POST /passwordless/init': () => [200, { success: true }],
    'POST /passwordless/authenticate': () => [
      200,
      answerOf({ is_new_user: true, user: wireUserOf('user_1', wallets) }),
    ],
    'GET /users/me': () => [200, { user: wireUserOf('user_1', wallets), identity_token: 'identity-1' }],
    'POST /sessions/logout': () => [200, {}],
    'POST /sessions/login_code/create': () => [200, { code: 'login-code', expires_at: 1 }],
    'POST /wallets': () => {
      wallets.push({ ...wireWallet(wallets.length), public_key: publicKey })
      return [200, resource(wallets.length - 1)]
    },
    'POST /wallets/wallet_0/rpc': () => [
      200,
      { method: 'personal_sign', data: { signature: `0x${'ab'.repeat(65)}`, encoding: 'hex' } },
    ],
    ...overrides,
  }
}

/** Logs the person in, as the dialog does. */
export const logIn = ({ kernel }: Pick<ReturnType<typeof startTestKernel>, 'kernel'>) =>
  authenticateByEmail(kernel.operations.calls, credentials, signal)

/** A kernel whose page has said hello and whose user is logged in. */
export async function loggedIn(routes = serverRoutes(), options: Parameters<typeof startTestKernel>[1] = {}) {
  const test = startTestKernel(routes, options)
  await test.hello()
  await logIn(test)
  return test
}
