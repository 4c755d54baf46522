import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { countUnsealed, findIssuer, removeIssuer } from '../apps/issuers.ts'
import { createApp, findApp } from '../apps/registry.ts'
import { migrate } from '../database/migrate.ts'
import { openTestDatabase } from '../testing/database.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { CommandError, type SecretTools } from './command.ts'
import { startOperatorSigner } from './operator-signer.ts'
import { runCommand } from './run.ts'
import { sealIssuersAtStart } from './seal-issuers.ts'

const METHOD = 'custom-jwt'
const SETTINGS = {
  issuer: 'https://accounts.shop.example',
  audience: 'vitrine',
  subject_claim: 'sub',
  jwks_url: 'https://accounts.shop.example/jwks.json',
}

let server: TestServer
let folder: string
const code = readFileSync(inject('signerCode'))
beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** How often the master key was asked for. */
let opened = 0
async function edit(id: string, change: object, masterKey = server.masterKey): Promise<string> {
  const file = join(folder, 'change.json')
  writeFileSync(file, JSON.stringify(change))
  const stops: (() => Promise<void>)[] = []
  const tools: SecretTools = {
    async signer() {
      opened++
      const signer = await startOperatorSigner(server.database.db, { masterKey }, code)
      stops.push(signer.close)
      return signer
    },
    origin: 'http://localhost:4401',
    readSecret: async () => '',
  }
  try {
    return await runCommand(server.database.db, ['app', 'edit', id, '--file', file], tools)
  } finally {
    for (const stop of stops) await stop()
  }
}
const issuerOf = (id: string) => findIssuer(server.ctx.db, id, METHOD)

describe('an edit of whose tokens log people in', () => {
  test('is sealed by a signer of the operator’s; other edits need no master key', async () => {
    const { id } = await server.registerApp({})
    opened = 0
    await edit(id, { accent_color: '#0b7261' })
    expect(opened).toBe(0)
    await edit(id, { custom_jwt_auth: true, custom_jwt_config: SETTINGS })
    expect(opened).toBe(1)
    const first = await issuerOf(id)
    expect(first).toEqual({ settings: SETTINGS, seal: expect.stringMatching(/^[\w-]{43}$/) })
    await edit(id, { custom_jwt_config: SETTINGS, accent_color: null })
    expect(opened).toBe(1)
    await edit(id, { custom_jwt_config: { ...SETTINGS, audience: 'other' } })
    expect(opened).toBe(2)
    expect((await issuerOf(id))?.seal).not.toBe(first?.seal)
    await edit(id, { custom_jwt_auth: false, custom_jwt_config: null })
    expect(await issuerOf(id)).toBeNull()
    expect(opened).toBe(2)
  })

  test('changes nothing without the server’s master key', async () => {
    const { id } = await server.registerApp({})
    const before = await findApp(server.ctx.db, id)
    const change = { custom_jwt_auth: true, custom_jwt_config: SETTINGS }
    await expect(edit(id, change, Buffer.alloc(32, 9))).rejects.toThrow(CommandError)
    expect(await findApp(server.ctx.db, id)).toEqual(before)
    expect(await issuerOf(id)).toBeNull()
  })
})

describe('what an earlier release set', () => {
  /** As the migration leaves it. */
  async function unsealed(): Promise<string> {
    const { id } = await server.registerApp({ custom_jwt_auth: true, custom_jwt_config: SETTINGS })
    await server.database.db.execute(sql`update login_issuers set seal = null where app_id = ${id}`)
    return id
  }
  const urls = () => ({ apiUrl: server.database.apiUrl, ownerUrl: server.database.url })

  test('is taken over by the migration, as it was', async () => {
    const old = await openTestDatabase('template1')
    try {
      await migrate(old.db)
      const config = editableAppConfig.parse({ name: 'Shop', custom_jwt_config: SETTINGS })
      const { id } = await createApp(old.db, config)
      const { id: without } = await createApp(old.db, editableAppConfig.parse({ name: 'Shop' }))
      await old.db.execute(sql`drop table login_issuers`)
      await old.db.execute(sql`delete from vitrine_migrations where name like '0019%'`)
      expect(await migrate(old.db)).toEqual(['0019_login_issuers.sql'])
      expect(await findIssuer(old.db, id, METHOD)).toEqual({ settings: SETTINGS, seal: null })
      expect(await findIssuer(old.db, without, METHOD)).toBeNull()
    } finally {
      await old.close()
    }
  })

  test('is sealed when the server starts, once', async () => {
    const id = await unsealed()
    expect(await sealIssuersAtStart(urls(), server, code)).toBeNull()
    const sealed = await issuerOf(id)
    expect(sealed?.seal).toMatch(/^[\w-]{43}$/)
    expect(await countUnsealed(server.ctx.db)).toBe(0)
    expect(await sealIssuersAtStart(urls(), server, code)).toBeNull()
    expect(await issuerOf(id)).toEqual(sealed)
  })

  test('is sealed at a start under no other master key', async () => {
    const id = await unsealed()
    await expect(sealIssuersAtStart(urls(), { masterKey: Buffer.alloc(32, 9) }, code)).rejects.toThrow(
      'master key',
    )
    expect((await issuerOf(id))?.seal).toBeNull()
    await removeIssuer(server.database.db, id, METHOD)
  })

  test('is not sealed at a start where the API process could have written it, or without the key: by command then', async () => {
    const id = await unsealed()
    const asOwner = { apiUrl: server.database.url, ownerUrl: server.database.url }
    expect(await sealIssuersAtStart(asOwner, server, code)).toContain('app seal')
    expect(await sealIssuersAtStart(urls(), null, code)).toContain('app seal')
    expect((await issuerOf(id))?.seal).toBeNull()
    const signer = await startOperatorSigner(server.database.db, server, code)
    const tools: SecretTools = {
      signer: async () => signer,
      origin: 'http://localhost:4401',
      readSecret: async () => '',
    }
    const seal = () => runCommand(server.database.db, ['app', 'seal'], tools)
    try {
      const printed = await seal()
      for (const told of [id, SETTINGS.jwks_url, SETTINGS.audience]) expect(printed).toContain(told)
      expect(await seal()).toBe('There is nothing to seal.')
    } finally {
      await signer.close()
    }
    expect((await issuerOf(id))?.seal).toMatch(/^[\w-]{43}$/)
  })
})
