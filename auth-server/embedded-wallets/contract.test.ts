import { RECOVERY_METHODS } from '@vitrine/shared/wallet/embedded.ts'
import { setContract } from '@vitrine/shared/wallet/testing/set-contract.ts'
import { afterAll, beforeAll } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { logInOnNewDevice } from '../wallet/testing/wallet-calls.ts'
import { callSet, setWalletConfig } from './testing/set-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const every = RECOVERY_METHODS.filter(method => method !== 'privy')
  await setWalletConfig(server, { user_owned_recovery_options: every })
})
afterAll(() => server.stop())

setContract(async () => {
  const person = await logInOnNewDevice(server)
  return {
    owner: { appId: server.appId, userId: person.userId },
    async post(path, sent) {
      const { status, body } = await callSet(server, person, path, sent)
      return { status, body: body.code === undefined ? body : { code: body.code } }
    },
  }
})
