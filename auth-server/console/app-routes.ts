import { createHash } from 'node:crypto'
import {
  type ConfigProblem,
  type ConsoleApp,
  checkRequest,
  type checkResponse,
  saveRequest,
  type secretResponse,
} from '@vitrine/shared/api/console/apps.ts'
import { type EditableAppConfig, editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { serverOptionsWithoutEffect } from '@vitrine/shared/config/without-effect.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { changesOf } from '../apps/config-changes.ts'
import { replaceConfig, rotateSecret } from '../apps/registry.ts'
import { recordOperation } from '../audit/record-operation.ts'
import { readConfig } from '../commands/config-problems.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { apps } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { upTo } from '../http/body.ts'
import { requireConfirmation } from '../http/console.ts'
import { type Route, route } from '../http/route.ts'
import { LOGIN_ISSUERS } from '../login/issuers.ts'
import { CONSOLE_LIMIT } from './limit.ts'

const VIEW = {
  origin: 'console',
  limit: CONSOLE_LIMIT,
  app: 'operator',
  operator: { role: 'viewer' },
} as const
const CHANGE = { ...VIEW, operator: { role: 'manager' } } as const
const CONFIG_LIMIT_BYTES = 256 * 1024

/** An app's config and its secret. */
export const appRoutes = (ctx: Context): readonly Route[] => [
  route('GET /apps/:app_id', VIEW, async ({ c, app }) => c.json<ConsoleApp>(await readApp(ctx, app.id))),

  route(
    'POST /apps/:app_id/check',
    { ...VIEW, body: upTo(CONFIG_LIMIT_BYTES, checkRequest) },
    ({ c, app, body }) => {
      const read = readConfig(body.config)
      return c.json<z.infer<typeof checkResponse>>(
        'problems' in read
          ? { problems: [...read.problems], notes: [], confirmation: null }
          : {
              problems: sealedProblems(app.id, app.config, read.config),
              notes: notesOf(read.config),
              confirmation: confirmationOf(changesOf(app.config, read.config), read.config),
            },
      )
    },
  ),

  route(
    'POST /apps/:app_id',
    { ...CHANGE, body: upTo(CONFIG_LIMIT_BYTES, saveRequest) },
    async ({ c, app, body, by, operator }) => {
      const read = readConfig(body.config)
      if ('problems' in read)
        throw apiError('invalid_data', `The config was not changed. ${inWords(read.problems)}`)
      const { config } = read
      // The app as it is: the transaction finds the same config below, or ends.
      if (versionOf(app.config) !== body.version) throw changedMeanwhile()
      const sealed = sealedProblems(app.id, app.config, config)
      if (sealed.length > 0) throw apiError('not_supported', `Nothing was changed. ${inWords(sealed)}`)
      const data = changesOf(app.config, config)
      const asked = confirmationOf(data, config)
      // Stolen cookies and open screens change nothing that protects users.
      if (asked)
        await requireConfirmation(ctx, c, operator, app.id, { operation: 'app.edit', target: asked.target })
      await ctx.db.transaction(async tx => {
        const former = await lockConfig(tx, app.id)
        if (versionOf(former) !== body.version) throw changedMeanwhile()
        if (data.fields.length === 0) return
        await replaceConfig(tx, app.id, config)
        await recordOperation(tx, ctx.now(), { type: 'app.edited', ...by, appId: app.id, data })
      })
      return c.json<ConsoleApp>(await readApp(ctx, app.id))
    },
  ),

  route(
    'POST /apps/:app_id/secret',
    {
      ...CHANGE,
      body: z.object({}),
      operator: { role: 'manager', confirm: { operation: 'app.rotate-secret' } },
    },
    async ({ c, app, by }) => {
      const secret = await ctx.db.transaction(async tx => {
        await recordOperation(tx, ctx.now(), { type: 'app.secret_rotated', ...by, appId: app.id })
        return rotateSecret(tx, app.id)
      })
      if (secret === null) throw apiError('not_found', 'There is no app with this id any more.')
      return c.json<z.infer<typeof secretResponse>>({ secret })
    },
  ),
]

async function readApp({ db }: Context, id: string): Promise<ConsoleApp> {
  const [row] = await db.select().from(apps).where(eq(apps.id, id))
  if (!row) throw apiError('not_found', 'There is no app with this id any more.')
  const config = editableAppConfig.parse(row.config)
  return {
    ...{ id, config, version: versionOf(config), notes: notesOf(config), sealed: SEALED_FIELDS },
    created_at: row.createdAt.getTime(),
  }
}

async function lockConfig(tx: Transaction, id: string): Promise<EditableAppConfig> {
  const [row] = await tx.select({ config: apps.config }).from(apps).where(eq(apps.id, id)).for('update')
  if (!row) throw apiError('not_found', 'There is no app with this id any more.')
  return editableAppConfig.parse(row.config)
}

/** The config itself names its version: whoever wrote it, by whichever way, it is another one when it differs. */
const versionOf = (config: EditableAppConfig): string =>
  createHash('sha256').update(canonicalJson(config)).digest('base64url')

/** Whose tokens log people in: the signer goes by what the operator's command had it seal, and this process can write none of it. */
const SEALED_FIELDS = ['custom_jwt_config']

function sealedProblems(
  appId: string,
  former: EditableAppConfig,
  config: EditableAppConfig,
): ConfigProblem[] {
  const isSame = Object.values(LOGIN_ISSUERS).every(
    issuerOf => canonicalJson(issuerOf(former)) === canonicalJson(issuerOf(config)),
  )
  if (isSame) return []
  const reason = `the signer seals this, and the console has none: run \`npm run vitrine -- app edit ${appId} --file <config.json>\``
  return SEALED_FIELDS.map(field => ({ field, reason }))
}

const notesOf = (config: EditableAppConfig): ConfigProblem[] =>
  serverOptionsWithoutEffect(config).map(field => ({ field, reason: 'has no effect in this version' }))

/** The operator's passkey is asked for this very config, whole. */
function confirmationOf(
  { changes }: ReturnType<typeof changesOf>,
  config: EditableAppConfig,
): z.infer<typeof checkResponse>['confirmation'] {
  return changes.length === 0
    ? null
    : { target: versionOf(config), fields: changes.map(({ field }) => field) }
}

const changedMeanwhile = () =>
  apiError(
    'resource_conflict',
    'Somebody else changed this app meanwhile. Load it again, and make your change once more.',
  )

const inWords = (problems: readonly ConfigProblem[]): string =>
  problems.map(({ field, reason }) => `\`${field || 'config'}\`: ${reason}.`).join(' ')
