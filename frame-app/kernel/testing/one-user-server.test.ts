import { userContract } from '@vitrine/shared/api/testing/user-contract.ts'
import { serverRoutes } from './one-user-server.ts'

userContract(async () => {
  const routes = serverRoutes()
  const call = (method: string, path: string) => async () => {
    const [status, body] =
      (await routes[`${method} ${path}`]?.({ method, path, headers: {}, body: {} })) ?? []
    return { status: status ?? 404, body }
  }
  return {
    askForCode: call('POST', '/passwordless/init'),
    authenticate: call('POST', '/passwordless/authenticate'),
    me: call('GET', '/users/me'),
    createLoginCode: call('POST', '/sessions/login_code/create'),
    createWallet: call('POST', '/wallets'),
    signMessage: id => call('POST', `/wallets/${id}/rpc`)(),
    logOut: call('POST', '/sessions/logout'),
  }
})
