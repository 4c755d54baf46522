import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { base64urlText } from '@vitrine/shared/encoding.ts'
import { cloudOrigin } from '@vitrine/shared/wallet/cloud-origin.ts'
import * as z from 'zod/mini'
import {
  askCloud,
  type CloudAnswer,
  CloudProblem,
  type CloudProblemKind,
  type CloudStore,
  keptName,
  keptSecret,
  problemOf,
} from './cloud-store.ts'

export type ICloudSettings = NonNullable<AppConfig['embedded_wallet_config']['icloud']>

const RECORD_TYPE = 'VitrineRecovery'
/** A token is good for one request; the answer brings the next. */
const NEXT_TOKEN = 'x-apple-cloudkit-web-auth-token'

const { version, secret } = keptSecret.shape
const kept = z.object({ version: z.object({ value: version }), secret: z.object({ value: secret }) })
const record = z.object({ recordName: z.string(), fields: z.optional(z.unknown()) })
const failed = z.object({ serverErrorCode: z.string() })
const records = z.object({ records: z.array(z.union([failed, record])).check(z.minLength(1)) })
type Answered = z.infer<typeof record>

/**
 * Recovery keys in the private database of the person's iCloud (CloudKit web services).
 * https://developer.apple.com/library/archive/documentation/DataManagement/Conceptual/CloudKitWebServicesReference/
 * @param token a web auth token that the person has just given leave for
 */
export function createICloud(
  app: Pick<AppConfig, 'name' | 'id'>,
  { url, container_identifier: container, environment, api_token: apiToken }: ICloudSettings,
  token: string,
  walletOrigin: string = location.origin,
): CloudStore {
  const api = cloudOrigin('icloud', url, walletOrigin)
  let webToken = token
  const ask = async (operation: string, body: object, signal: AbortSignal): Promise<Answered> => {
    // Encoded, "+", "/" and "=" too: the token is base64.
    const query = new URLSearchParams({ ckAPIToken: apiToken, ckWebAuthToken: webToken })
    const answer = await askCloud(
      `${api}/database/1/${container}/${environment}/private/records/${operation}?${query}`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      signal,
    )
    webToken = answer.headers.get(NEXT_TOKEN) ?? webToken
    return taken(answer)
  }
  const modify = (operationType: string, changed: object, signal: AbortSignal) =>
    ask('modify', { operations: [{ operationType, record: changed }] }, signal)

  return {
    async keep(secret, signal) {
      const recordName = base64urlText(crypto.getRandomValues(new Uint8Array(16)))
      const fields = { version: { value: 1 }, secret: { value: secret }, name: { value: keptName(app) } }
      const made = await modify('create', { recordType: RECORD_TYPE, recordName, fields }, signal)
      if (made.recordName !== recordName) throw new CloudProblem('unexpected')
      return recordName
    },
    async find(recordName, signal) {
      const { fields } = await ask('lookup', { records: [{ recordName }] }, signal)
      const found = kept.safeParse(fields).data
      if (found === undefined) throw new CloudProblem('unexpected')
      return found.secret.value
    },
    async discard(recordName, signal) {
      await modify('forceDelete', { recordName }, signal)
    },
  }
}

/** What fails as a whole has its code in the answer, one record of several has it in its place. */
function taken({ status, body }: CloudAnswer): Answered {
  const refused = failed.safeParse(body).data
  if (status !== 200) throw new CloudProblem(whyNot(refused?.serverErrorCode, status))
  const [first] = records.safeParse(body).data?.records ?? []
  if (first === undefined) throw new CloudProblem('unexpected')
  if ('serverErrorCode' in first) throw new CloudProblem(whyNot(first.serverErrorCode, status))
  return first
}

/** CloudKit Web Services Reference, "Error Codes". */
function whyNot(code: string | undefined, status: number): CloudProblemKind {
  switch (code) {
    case 'ACCESS_DENIED':
    case 'AUTHENTICATION_FAILED':
    case 'AUTHENTICATION_REQUIRED':
      return 'refused'
    case 'NOT_FOUND':
      return 'elsewhere'
    case 'QUOTA_EXCEEDED':
      return 'full'
    case 'THROTTLED':
    case 'TRY_AGAIN_LATER':
    case 'INTERNAL_ERROR':
      return 'away'
    default:
      return problemOf(status) ?? 'unexpected'
  }
}
