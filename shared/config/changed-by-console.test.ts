import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { editableAppConfig } from './app-config.ts'
import { CHANGED_BY_CONSOLE } from './changed-by-console.ts'

const model = readFileSync(new URL('../../docs/security-model.md', import.meta.url), 'utf8')
const [, risk = ''] = model.split('### Fields of a config that a writer of the database can change')

it('knows each field of a config', () => {
  expect(Object.keys(CHANGED_BY_CONSOLE).sort()).toEqual(Object.keys(editableAppConfig.shape).sort())
})

/** By what their names say; a field that is none of these may still protect somebody. */
const NAMES_AN_ADDRESS = /url|origin|domain|audience|rpc|chains|scheme|native_app|provider/
const PROTECTS = /enforce|surface|mfa|hold|allowlist|captcha|_auth$|_oauth|merge|disable|max_|require|terms/

it('asks more than a session for a field that names an address or protects users', () => {
  const weak = Object.entries(CHANGED_BY_CONSOLE).flatMap(([field, takes]) =>
    takes === 'look' && (NAMES_AN_ADDRESS.test(field) || PROTECTS.test(field)) ? [field] : [],
  )
  expect(weak).toEqual([])
})

it('has what the signer does not seal in the security model, as a remaining risk', () => {
  const listed = [...risk.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  const confirmed = Object.entries(CHANGED_BY_CONSOLE).flatMap(([field, takes]) =>
    takes === 'confirmed' ? [field] : [],
  )
  expect(listed.sort()).toEqual([...confirmed, 'apps'].sort())
})
