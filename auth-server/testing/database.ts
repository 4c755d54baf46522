import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, connectDatabase, PATIENT } from '../database/connect.ts'

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export interface TestDatabase extends Connection {
  /** As the superuser, who `db` is too. */
  readonly url: string
  /** As the role of the API process. */
  readonly apiUrl: string
}

/** A fresh database on the run's Postgres. @param template `template1` for one without our schema. */
export async function openTestDatabase(template = 'template'): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = connectDatabase(server, 1, PATIENT)
  // Copying a template takes a lock on it; a copy that another file makes at the same time waits.
  await admin.db.execute('select pg_advisory_lock(1)')
  await admin.db.execute(`create database ${name} template ${template}`)
  await admin.close()
  const url = databaseUrl(server, name)
  return { ...connectDatabase(url), url, apiUrl: databaseUrl(inject('apiRole'), name) }
}
