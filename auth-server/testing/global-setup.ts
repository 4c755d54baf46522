import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../database/connect.ts'
import { startEmbedded } from '../database/embedded.ts'
import { openApiRole, prepareEmbedded } from '../database/roles.ts'
import { MAILER_ENTRY } from '../mailer/start.ts'
import { bundleProcesses } from '../processes/bundle.ts'
import { planSeparation } from '../processes/separation.ts'
import { readSettings } from '../settings.ts'
import { SIGNER_ENTRY } from '../signer/bundle.ts'
import { databaseUrl } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** libpq URL of the superuser of the run's Postgres; its database `template` has the schema. */
    postgres: string
    /** The same as the role of the API process, which has no more rights than that needs. */
    apiRole: string
    /** File with the signer's code, compiled once for the run. */
    signerCode: string
    /** The same for the mailer. */
    mailerCode: string
    /** Folder with what servers that tests start compiled of themselves: see `compiled-once.mjs`. */
    compiled: string
  }
}

/** One real Postgres and the compiled processes for the whole run; each test file gets a database of its own from the template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  // Servers that a test starts as processes work with this Postgres too.
  const apiGroup = planSeparation(readSettings({ VITRINE_DEV: '1' }).uidBase).users?.api.gid
  const postgres = await startEmbedded(dataDir, apiGroup)
  const admin = connectDatabase(postgres.url, 1)
  await admin.db.execute('create database template')
  await admin.close()
  const template = databaseUrl(postgres.url, 'template')
  await prepareEmbedded(template)
  project.provide('apiRole', await openApiRole(template))
  project.provide('postgres', postgres.url)
  const code = await bundleProcesses({ signer: SIGNER_ENTRY, mailer: MAILER_ENTRY })
  const fileWith = (name: string, contents: Uint8Array) => {
    const file = join(dataDir, `${name}.mjs`)
    writeFileSync(file, contents)
    return file
  }
  project.provide('signerCode', fileWith('signer', code.signer))
  project.provide('mailerCode', fileWith('mailer', code.mailer))
  const compiled = join(dataDir, 'compiled')
  mkdirSync(compiled)
  project.provide('compiled', compiled)
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
