import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captchaSecrets, providerSecrets } from '../database/secret-tables.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { sealPlainSecrets } from './plain-secrets.ts'
import { openSecret, removeSecret, storeSecret } from './provider-secrets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Every value of every table, as text. */
async function everything(): Promise<string> {
  const { rows } = await server.ctx.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const content = await server.ctx.db.execute(sql`select t::text as row from ${sql.identifier(name)} as t`)
    texts.push(JSON.stringify(content.rows))
  }
  return texts.join('\n')
}

test('nothing in the database tells a secret or opens it', async () => {
  await storeSecret(server.ctx, server.appId, 'turnstile', 'secret-of-the-shop')
  const stored = await everything()
  expect(stored).toContain(server.appId)
  expect(stored).not.toContain('secret-of-the-shop')
  expect(stored).not.toContain(Buffer.from('secret-of-the-shop').toString('base64url'))
  expect(await openSecret(server.ctx, server.appId, 'turnstile')).toBe('secret-of-the-shop')
})

test('a row that was copied to another app or provider does not open there', async () => {
  const other = await server.registerApp({})
  await storeSecret(server.ctx, server.appId, 'turnstile', 'secret-of-the-shop')
  const [row] = await server.ctx.db.select().from(providerSecrets)
  const sealedSecret = row?.sealedSecret ?? ''
  await server.ctx.db.insert(providerSecrets).values([
    { appId: other.id, provider: 'turnstile', sealedSecret },
    { appId: server.appId, provider: 'hcaptcha', sealedSecret },
  ])
  const refused = { code: 'unreadable_envelope' }
  await expect(openSecret(server.ctx, other.id, 'turnstile')).rejects.toMatchObject(refused)
  await expect(openSecret(server.ctx, server.appId, 'hcaptcha')).rejects.toMatchObject(refused)
})

const storePlain = async (secret: string) => {
  const { id } = await server.registerApp({})
  await server.ctx.db.insert(captchaSecrets).values({ appId: id, provider: 'hcaptcha', secret })
  return id
}

test('what an earlier release stored in plain is sealed once, and its table emptied', async () => {
  const ids = [await storePlain('plain-secret-1'), await storePlain('plain-secret-2')]
  expect(await sealPlainSecrets(server.ctx)).toBe(2)
  expect(await sealPlainSecrets(server.ctx)).toBe(0)
  expect(await everything()).not.toContain('plain-secret')
  const opened = await Promise.all(ids.map(id => openSecret(server.ctx, id, 'hcaptcha')))
  expect(opened).toEqual(['plain-secret-1', 'plain-secret-2'])
})

test('what it stores while this one runs is sealed at its first use, by two processes once', async () => {
  const id = await storePlain('late-plain-secret')
  const both = [openSecret(server.ctx, id, 'hcaptcha'), openSecret(server.ctx, id, 'hcaptcha')]
  expect(await Promise.all(both)).toEqual(['late-plain-secret', 'late-plain-secret'])
  expect(await everything()).not.toContain('late-plain-secret')
})

test('what was set or removed since counts, not what an earlier release stored in plain', async () => {
  const [replaced, removed] = [
    await storePlain('leaked-plain-secret'),
    await storePlain('leaked-plain-secret'),
  ]
  await storeSecret(server.ctx, replaced, 'hcaptcha', 'secret-in-its-place')
  expect(await removeSecret(server.ctx.db, removed, 'hcaptcha')).toBe(true)
  await sealPlainSecrets(server.ctx)
  expect(await openSecret(server.ctx, replaced, 'hcaptcha')).toBe('secret-in-its-place')
  expect(await openSecret(server.ctx, removed, 'hcaptcha')).toBeNull()
})
