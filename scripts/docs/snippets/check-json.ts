import { isDeepStrictEqual } from 'node:util'
import { expectUserResponse } from '@vitrine/shared/api/import-users.ts'
import { errorResponse } from '@vitrine/shared/api/session.ts'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { hostOptions } from '@vitrine/shared/config/host-options.ts'
import { configuredChains } from '@vitrine/shared/config/networks.ts'
import { policy } from '@vitrine/shared/wallet/policy.ts'
import * as z from 'zod'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { readObject } from '../../../auth-server/commands/import-row.ts'
import { inLowerCase } from '../../../auth-server/commands/policies.ts'
import { describeIssue } from '../../../auth-server/http/body.ts'
import { type Block, placeOf } from './blocks.ts'

/** A guide leaves the rest of a long value out. */
const LEFT_OUT = /…/

/** An app's config with what a block is about, and the name that every app has. */
const partOfConfig = z.preprocess(part => ({ name: 'Shop', ...(part as object) }), editableAppConfig)

/** A page's own config. What the schema does not know it drops, as the frame does with a warning: here that is wrong. */
const pageOptions = z.unknown().check(({ value, issues }) => {
  const { data, error } = hostOptions.safeParse(value)
  if (error)
    for (const { path, message } of error.issues) issues.push({ code: 'custom', input: value, path, message })
  else if (!isDeepStrictEqual(data, value))
    issues.push({ code: 'custom', input: value, path: [], message: 'has an option that there is not' })
})

/** What stands behind `json` at a fence says which schema of the product the block keeps. */
const SCHEMAS: Readonly<Record<string, $ZodType>> = {
  look: pageOptions,
  'app-config': partOfConfig,
  chains: configuredChains,
  policy,
  error: errorResponse,
  'expected-user': expectUserResponse,
}

/** Files with an object in each line, read as the commands read them. */
const LINES: Readonly<Record<string, (text: string) => unknown>> = {
  lines: text => JSON.parse(text),
  people: text => readObject(JSON.parse(text)),
}

/** What is wrong with a block of JSON. Where a value is left out ("…"), its own form is not asked. */
export function jsonErrors(block: Block): string[] {
  const readLine = LINES[block.kind]
  try {
    if (readLine) {
      for (const line of block.text.trim().split('\n')) readLine(line)
      return []
    }
    const value: unknown = JSON.parse(block.text, block.kind === 'policy' ? inLowerCase : undefined)
    const [kind = ''] = block.kind.split(' ')
    const schema = SCHEMAS[kind]
    if (kind && !schema) return [`${placeOf(block)}: nobody knows the kind "${block.kind}"`]
    const result = schema && safeParse(schema, value)
    const issues = result?.success === false ? result.error.issues : []
    return issues
      .filter(issue => !LEFT_OUT.test(String(at(value, issue.path))))
      .map(issue => `${placeOf(block)}: ${describeIssue(issue)}`)
  } catch (error) {
    return [`${placeOf(block)}: ${error instanceof Error ? error.message : error}`]
  }
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (rest, key) => (typeof rest === 'object' && rest !== null ? Reflect.get(rest, key) : undefined),
    value,
  )
