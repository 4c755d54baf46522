import { randomUUID } from 'node:crypto'
import { userContract } from '@vitrine/shared/api/testing/user-contract.ts'
import { afterAll, beforeAll } from 'vitest'
import { createTestDevice } from '../signer/testing/device.ts'
import { call, tryCode } from '../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { asDevice, create, type Person, sign } from '../wallet/testing/wallet-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const read = async (response: Response) => ({ status: response.status, body: await response.json() })

userContract(async () => {
  const email = `${randomUUID()}@shop.example`
  const device = await createTestDevice()
  let person: Person = { email, userId: '', device, accessToken: '' }
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const { accessToken } = person
    const dpop = await device.prove({ method, url: `${ORIGIN}${path}`, ...(accessToken && { accessToken }) })
    const headers = { dpop, ...(accessToken && { authorization: `Bearer ${accessToken}` }) }
    const { status, body: answer } = await call(server, path, { method, headers, ...(body && { body }) })
    return { status, body: answer }
  }
  return {
    askForCode: () => send('POST', '/api/v1/passwordless/init', { email }),
    async authenticate() {
      const code = server.mails.findLast(mail => mail.to === email)?.code
      const { status, body } = await tryCode(server, asDevice(device), { email, code: code ?? '' })
      const answer = { status, body }
      const { token, user } = answer.body as { token: string; user: { id: string } }
      person = { ...person, userId: user.id, accessToken: token }
      return answer
    },
    me: () => send('GET', '/api/v1/users/me'),
    createLoginCode: () =>
      send('POST', '/api/v1/sessions/login_code/create', {
        site: 'https://shop.example',
        audience: 'https://shop.example',
      }),
    createWallet: async () => read(await create(server, person)),
    signMessage: async id => read(await sign(server, person, id, 'hello')),
    logOut: () => send('POST', '/api/v1/sessions/logout', {}),
  }
})
