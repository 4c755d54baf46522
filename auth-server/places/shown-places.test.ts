import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Activity } from '@vitrine/shared/api/activity.ts'
import type { SessionItem } from '@vitrine/shared/api/sessions-list.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PATIENCE } from '../account-changes/testing/steps.ts'
import { sessions } from '../database/schema.ts'
import { askForCode, callAs, type LoggedIn, logIn, tryCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { ipv4Bits, writePlaces } from './testing/write-places.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-places-'))
const EMAIL = 'ada@mail.example'
let server: TestServer
let who: LoggedIn

beforeAll(async () => {
  const geoipDatabase = join(folder, 'city.mmdb')
  writePlaces(geoipDatabase, {
    [ipv4Bits('203.0.113')]: {
      city: { names: { en: 'Berlin', es: 'Berlín' } },
      country: { names: { en: 'Germany', es: 'Alemania' } },
    },
  })
  server = await startTestServer({ geoipDatabase })
  who = await logIn(server, EMAIL)
  await enterFrom('203.0.113.7')
  await enterFrom('198.51.100.7')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** Logs the same user in on a new device. */
async function enterFrom(from: string): Promise<void> {
  const device = await createDevice()
  const code = await askForCode(server, device, EMAIL)
  expect((await tryCode(server, device, { email: EMAIL, code }, { from })).status).toBe(200)
}

const read = async <T>(path: string, language: string) =>
  (await callAs<T>(server, who, path, { method: 'GET', headers: { 'accept-language': language } })).body

test.each([
  ['en', 'Berlin, Germany'],
  ['es', 'Berlín, Alemania'],
])(
  'lists devices and activity with the place in %s, and without one where it is unknown',
  async (language, name) => {
    const listed = await read<{ sessions: SessionItem[] }>('/api/v1/sessions/list', language)
    const { items } = await read<Activity>('/api/v1/users/me/activity', language)
    for (const rows of [listed.sessions, items]) {
      expect(rows.find(({ network }) => network === '203.0.113.x')?.place).toBe(name)
      expect(rows.find(({ network }) => network === '198.51.100.x')).not.toHaveProperty('place')
    }
  },
)

test('names the place in the mail about a new device, and no address', async () => {
  const told = await vi.waitFor(() => {
    const mails = server.notices.filter(({ to }) => to === EMAIL)
    expect(mails).toHaveLength(2)
    return mails.map(({ text }) => text)
  }, PATIENCE)
  expect(told.filter(text => text.includes('Place: Berlin, Germany'))).toHaveLength(1)
  expect(told.filter(text => text.includes('Place: An unknown place'))).toHaveLength(1)
  expect(told.join()).not.toMatch(/203\.0\.113|198\.51\.100/)
})

test('stores the shortened network and no place', async () => {
  const stored = JSON.stringify(await server.ctx.db.select().from(sessions))
  expect(stored).toContain('"203.0.113.x"')
  expect(stored).not.toMatch(/Berlin|203\.0\.113\.7/)
})
