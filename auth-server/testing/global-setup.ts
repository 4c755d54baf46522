import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../database/connect.ts'
import { startEmbedded } from '../database/embedded.ts'
import { openApiRole, prepareEmbedded } from '../database/roles.ts'
import { planSeparation } from '../processes/separation.ts'
import { readSettings } from '../settings.ts'
import './carry-clock.mjs'
import { databaseUrl } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** libpq URL of the superuser of the run's Postgres; its database `template` has the schema. */
    postgres: string
    /** The same as the role of the API process, which has no more rights than that needs. */
    apiRole: string
    /** File with the signer's code, as it is built. */
    signerCode: string
    /** The same for the mailer. */
    mailerCode: string
  }
}

/** One real Postgres and the built server for the whole run; each test file gets a database of its own from the template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  // Servers that a test starts as processes work with this Postgres too.
  const apiGroup = planSeparation(readSettings({ VITRINE_DEV: '1' }).uidBase).users?.api.gid
  const postgres = await startEmbedded(dataDir, apiGroup)
  const admin = connectDatabase(postgres.url, 1)
  // What a test needs of it ends with the run: no power cut is lived through.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await admin.db.execute(`alter system set ${setting} = off`)
  await admin.db.execute('select pg_reload_conf()')
  await admin.db.execute('create database template')
  await admin.close()
  const template = databaseUrl(postgres.url, 'template')
  await prepareEmbedded(template)
  project.provide('apiRole', await openApiRole(template))
  project.provide('postgres', postgres.url)
  for (const name of ['signer', 'mailer'] as const)
    project.provide(
      `${name}Code`,
      fileURLToPath(new URL(`../../dist/server/processes/${name}.mjs`, import.meta.url)),
    )
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
