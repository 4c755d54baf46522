import * as z from 'zod/mini'
import { editableAppConfig } from '../../config/app-config.ts'

/** An app's config, as `vitrine app edit` changes it. */

/** `field`: its path with dots, e.g. `embedded_wallet_config.icloud`; `''` is the whole. `reason`: what is wrong, for a person. */
export const configProblem = z.object({ field: z.string(), reason: z.string() })
export type ConfigProblem = z.infer<typeof configProblem>

/** Of the config that was read: another one has another version. */
const version = z.string().check(z.regex(/^[\w-]{43}$/))

/**
 * `GET /console/apps/:app_id` (viewer), and the answer of a save. `sealed`: top-level fields that the signer vouches for, which a
 * command alone changes; a check and a save refuse another value, and name the command.
 */
export const appResponse = z.object({
  id: z.string(),
  config: editableAppConfig,
  version,
  /** Fields that ask for something that this version of Vitrine does not do. */
  notes: z.array(configProblem),
  sealed: z.array(z.string()),
  /** Unix ms. */
  created_at: z.number(),
})
export type ConsoleApp = z.infer<typeof appResponse>

/**
 * `POST /console/apps/:app_id/check` (viewer): the whole config, whatever its form; nothing is saved. No problems: a save would
 * work. Rules that regard several fields are told once each field alone is right.
 */
export const checkRequest = z.object({ config: z.unknown() })
export const checkResponse = z.object({
  problems: z.array(configProblem),
  notes: z.array(configProblem),
  /**
   * A save of this config takes a confirmation of `app.edit` with this target, since it changes these fields: each names an
   * address, lets somebody in or protects users. `null`: it takes none.
   */
  confirmation: z.nullable(z.object({ target: z.string(), fields: z.array(z.string()) })),
})

/**
 * `POST /console/apps/:app_id` (manager): replaces the config. `version`: of the config that was read. `resource_conflict` (409):
 * another was saved meanwhile; `invalid_data` (400): `check` says what is wrong; `not_supported` (422): it changes what a command
 * alone changes; `step_up_required` (403): it takes the confirmation that `check` names.
 */
export const saveRequest = z.object({ config: z.unknown(), version })

/** `POST /console/apps/:app_id/secret` (manager, confirmed): body `{}`. The former secret stops working; this one is shown once. */
export const secretResponse = z.object({ secret: z.string() })
