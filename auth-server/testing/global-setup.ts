import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../database/connect.ts'
import { startEmbedded } from '../database/embedded.ts'
import { openApiRole, prepareEmbedded } from '../database/roles.ts'
import { bundleSigner } from '../signer/bundle.ts'
import { databaseUrl } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** libpq URL of the superuser of the run's Postgres; its database `template` has the schema. */
    postgres: string
    /** The same as the role of the API process, which has no more rights than that needs. */
    apiRole: string
    /** File with the signer's code, compiled once for the run. */
    signerCode: string
  }
}

/** One real Postgres and one compiled signer for the whole run; each test file gets a database of its own from the template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const postgres = await startEmbedded(dataDir)
  const admin = connectDatabase(postgres.url, 1)
  await admin.db.execute('create database template')
  await admin.close()
  const template = databaseUrl(postgres.url, 'template')
  await prepareEmbedded(template)
  project.provide('apiRole', await openApiRole(template))
  project.provide('postgres', postgres.url)
  const signerCode = join(dataDir, 'signer.mjs')
  writeFileSync(signerCode, await bundleSigner())
  project.provide('signerCode', signerCode)
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
