import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { createLocalJWKSet, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/connect.ts'
import { tokenKeys } from '../database/key-tables.ts'
import { sweepExpired } from '../database/sweep.ts'
import { dpopNoncesOf } from '../http/dpop-nonce.ts'
import { call, callAs, logIn } from '../testing/client.ts'
import { type CalledServer, ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { type FollowedTokenKeys, followTokenKeys } from './follow-token-keys.ts'
import { rotateTokenKey } from './rotate-token-key.ts'
import { publishedKeys, signingKey } from './token-keys.ts'
import { createTokenIssuer } from './tokens.ts'

/** Two servers on one database, which look for new keys as they do in operation, only sooner. */
let server: TestServer
let first: CalledServer
let second: CalledServer
const followed: FollowedTokenKeys[] = []
beforeAll(async () => {
  server = await startTestServer()
  first = await beside()
  second = await beside()
})
afterAll(async () => {
  for (const { stop } of followed) stop()
  await server.stop()
})

async function beside(): Promise<CalledServer> {
  const { db, signer, now } = server.ctx
  const following = await followTokenKeys(db, signer, 50)
  followed.push(following)
  const tokens = createTokenIssuer({ keys: following.keys, issuer: ORIGIN, now })
  return { ...server, app: server.second({ tokens }) }
}

const jwksOf = async (at: CalledServer) =>
  (await call<{ keys: { kid: string }[] }>(at, `/api/v1/apps/${server.appId}/jwks.json`, { method: 'GET' }))
    .body
const kidsOf = async (at: CalledServer) => (await jwksOf(at)).keys.map(({ kid }) => kid).sort()
const verificationKeyOf = async (at: CalledServer) =>
  (await call<{ verification_key: string }>(at, `/api/v1/apps/${server.appId}`, { method: 'GET' })).body
    .verification_key
const kidOf = (token: string) => decodeProtectedHeader(token).kid

type LoggedIn = Awaited<ReturnType<typeof logIn>>
async function refresh(at: CalledServer, { device }: LoggedIn, refreshToken: string) {
  const path = '/api/v1/sessions'
  const answer = await call<{ token: string; refresh_token: string }>(at, path, {
    body: { refresh_token: refreshToken },
    headers: { dpop: await device.prove('POST', `${ORIGIN}${path}`) },
  })
  expect(answer.status).toBe(200)
  return answer.body
}
const me = async (at: CalledServer, login: LoggedIn, token: string) =>
  (await callAs(at, { ...login, token }, '/api/v1/users/me', { method: 'GET' })).status

test('the next key is published before it signs, and running sessions and refreshes at both servers notice nothing', async () => {
  const login = await logIn(first, 'rotating@shop.example')
  const old = kidOf(login.token)
  expect([await kidsOf(first), await kidsOf(second)]).toEqual([[old], [old]])

  const made = await rotateTokenKey(server.database.db, server.ctx.signer)
  expect(made.isNew).toBe(true)
  const both = [old, made.kid].sort()
  while ((await kidsOf(first)).length < 2 || (await kidsOf(second)).length < 2) await delay(20)
  expect([await kidsOf(first), await kidsOf(second)]).toEqual([both, both])
  const before = await refresh(second, login, login.refreshToken)
  expect(kidOf(before.token)).toBe(old)
  // Asked again before it signs, nothing more is made.
  expect(await rotateTokenKey(server.database.db, server.ctx.signer)).toEqual({ ...made, isNew: false })

  server.clock.now = made.signsFrom.getTime()
  const after = await refresh(first, login, before.refresh_token)
  expect(kidOf(after.token)).toBe(made.kid)
  for (const token of [before.token, after.token])
    for (const at of [first, second]) expect(await me(at, login, token)).toBe(200)
  // As a site's backend checks: by the JWKS, and by the key of the app's config.
  const { payload } = await jwtVerify(after.token, createLocalJWKSet((await jwksOf(second)) as never), {
    currentDate: new Date(server.clock.now),
  })
  expect(payload.aud).toBe(server.appId)
  const pem = await importSPKI(await verificationKeyOf(second), 'ES256')
  await jwtVerify(after.token, pem, { currentDate: new Date(server.clock.now) })
})

test('the key before stays published for one token’s life after it last signed, and is deleted then', async () => {
  const rows = await server.database.db.select().from(tokenKeys).orderBy(tokenKeys.signsFrom)
  const [old, current] = rows
  const lasts = (old?.expiresAt?.getTime() ?? 0) - (current?.signsFrom.getTime() ?? 0)
  expect([lasts >= 3600_000, current?.expiresAt]).toEqual([true, null])
  server.clock.now = (old?.expiresAt?.getTime() ?? 0) - 1
  expect(await kidsOf(second)).toHaveLength(2)
  server.clock.now += 1
  expect(await kidsOf(second)).toEqual([current?.kid])

  await sweepExpired(server.database.db)
  expect(await server.database.db.$count(tokenKeys)).toBe(2)
  const past = sql`clock_timestamp() - interval '1 second'`
  await server.database.db
    .update(tokenKeys)
    .set({ expiresAt: past })
    .where(eq(tokenKeys.kid, old?.kid ?? ''))
  await sweepExpired(server.database.db)
  expect(await server.database.db.select({ kid: tokenKeys.kid }).from(tokenKeys)).toEqual([
    { kid: current?.kid },
  ])
})

test('a rotation that ends half-way leaves all as it was', async () => {
  // The one that waited signs by now.
  await server.database.db.update(tokenKeys).set({ signsFrom: sql`clock_timestamp() - interval '1 second'` })
  const before = await server.database.db.select().from(tokenKeys)
  // Where the process dies after the new key was written, and before the old one is dated.
  const dying = {
    transaction: (run: (tx: unknown) => Promise<unknown>) =>
      server.database.db.transaction(tx =>
        run(
          new Proxy(tx, {
            get: (target, name, receiver) => {
              if (name === 'update') throw new Error('killed')
              return Reflect.get(target, name, receiver)
            },
          }),
        ),
      ),
  } as unknown as Database
  await expect(rotateTokenKey(dying, server.ctx.signer)).rejects.toThrow('killed')
  expect(await server.database.db.select().from(tokenKeys)).toEqual(before)
})

test('nonces of a server that takes the new key a moment sooner are good at the other', async () => {
  await rotateTokenKey(server.database.db, server.ctx.signer)
  const { keys, stop } = await followTokenKeys(server.ctx.db, server.ctx.signer)
  stop()
  const noncesAt = (now: number) =>
    dpopNoncesOf(() => [signingKey(keys(), now), ...publishedKeys(keys(), now)].map(it => it.privateJwk))
  const [next] = keys()
  const [sooner, later] = [noncesAt(next.signsFrom), noncesAt(next.signsFrom - 1)]
  const now = next.signsFrom
  expect(sooner.current(now)).not.toBe(later.current(now))
  expect([later.isGood(sooner.current(now), now), sooner.isGood(later.current(now), now)]).toEqual([
    true,
    true,
  ])
})
