import type { CreationOptions } from '@vitrine/shared/api/login/passkey.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '../../database/schema.ts'
import type { SignerRequest } from '../../signer/operations.ts'
import { createPasskey } from '../../testing/authenticator.ts'
import { callAs, logIn, signedCall } from '../../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'

const PATH = '/api/v1/passkeys/link'

let server: TestServer
let headers: Readonly<Record<string, string>>
let site: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { id } = await server.registerApp({ passkey_auth: true })
  site = { ...server, appId: id }
  headers = { 'vitrine-app-id': id }
})
afterAll(() => server.stop())

test('one challenge that is answered twice at once, at two processes, links one passkey', async () => {
  const person = await logIn(site, 'ada@mail.example')
  const asked = await callAs<{ options: CreationOptions }>(server, person, `${PATH}/init`, {
    body: {},
    headers,
  })
  const { challenge } = asked.body.options

  // Who has taken the challenge waits until the other one is answered, or has come as far.
  let verified = 0
  let goOn = () => {}
  const either = new Promise<void>(resolve => {
    goOn = resolve
  })
  const signer = {
    ...server.ctx.signer,
    async verifyLogin(request: SignerRequest<'verifyLogin'>) {
      if (++verified === 2) goOn()
      await either
      return server.ctx.signer.verifyLogin(request)
    },
  }
  const answers = await Promise.all(
    [server.second({ signer }), server.second({ signer })].map(async app => {
      const response = createPasskey().register({ challenge, origin: ORIGIN })
      const answer = await signedCall(server, person.device, PATH, {
        body: { authenticator_response: response },
        as: { userId: person.user.id, token: person.token },
        headers,
        app,
      })
      goOn()
      return answer
    }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(verified).toBe(1)
  const rows = await server.ctx.db.select().from(accounts).where(eq(accounts.userId, person.user.id))
  expect(rows.map(({ type }) => type).sort()).toEqual(['email', 'passkey'])
})

test('a passkey is told with the browser, the system and the device that it was made with', async () => {
  const person = await logIn(site, 'grace@mail.example')
  const asked = await callAs<{ options: CreationOptions }>(server, person, `${PATH}/init`, {
    body: {},
    headers,
  })
  const passkey = createPasskey()
  const response = passkey.register({ challenge: asked.body.options.challenge, origin: ORIGIN })
  const answer = await signedCall<WireUser>(server, person.device, PATH, {
    body: { authenticator_response: response },
    as: { userId: person.user.id, token: person.token },
    headers: {
      ...headers,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  })
  expect(answer.body.linked_accounts).toContainEqual(
    expect.objectContaining({
      type: 'passkey',
      credential_id: passkey.id,
      created_with_browser: 'Firefox',
      created_with_os: 'Linux',
      created_with_device: 'PC',
    }),
  )
})
