import type { RequestOptions } from '@vitrine/shared/api/login/passkey.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ceremony, createPasskey } from '../../testing/authenticator.ts'
import { call, signedCall } from '../../testing/client.ts'
import { createDevice } from '../../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'

const PATH = '/api/v1/passkeys'

let server: TestServer
let headers: Readonly<Record<string, string>>
beforeAll(async () => {
  server = await startTestServer()
  const { id } = await server.registerApp({ passkey_auth: true, passkeys_for_signup_enabled: true })
  headers = { 'vitrine-app-id': id }
})
afterAll(() => server.stop())

const init = async (path: string) => {
  const asked = { headers, body: {} }
  return (await call<{ options: RequestOptions }>(server, `${PATH}${path}/init`, asked)).body.options
}

test('an answer that names no device is that of an old page, which is told; one for another device is refused', async () => {
  const device = await createDevice()
  const passkey = createPasskey()
  const { challenge: first } = await init('/register')
  const attestation = passkey.register({ challenge: first, origin: ORIGIN })
  const made = { headers, body: { authenticator_response: attestation } }
  expect((await signedCall(server, device, `${PATH}/register`, made)).status).toBe(200)

  const answered = async (named: Partial<Ceremony>) => {
    const { challenge } = await init('/authenticate')
    const response = passkey.assert({ challenge, origin: ORIGIN, ...named })
    const body = { challenge, authenticator_response: response }
    return signedCall(server, device, `${PATH}/authenticate`, { headers, body })
  }
  expect((await answered({ device: device.thumbprint })).status).toBe(200)
  expect(await answered({})).toMatchObject({
    status: 403,
    body: { code: 'expired_or_invalid_authorization', error: expect.stringContaining('Reload the page') },
  })
  const { thumbprint } = await createDevice()
  expect(await answered({ device: thumbprint })).toMatchObject({
    status: 422,
    body: { code: 'invalid_credentials' },
  })
})
