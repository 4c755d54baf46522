import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
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

/** The app's own folder of a person's Drive, which no other app and no page of Drive shows. */
const FOLDER = 'appDataFolder'
const uploaded = z.object({ id: z.string().check(z.regex(/^[\w.-]{1,512}$/)) })
const listed = z.object({ files: z.array(uploaded) })
const refusal = z.object({
  error: z.object({ errors: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))) }),
})

/**
 * Recovery keys in the person's Google Drive (Drive API v3, scope `drive.appdata`).
 * https://developers.google.com/workspace/drive/api/guides/appdata
 * @param token an access token that the person has just given leave for
 */
export function createGoogleDrive(
  app: Pick<AppConfig, 'name' | 'id' | 'embedded_wallet_config'>,
  token: string,
  walletOrigin: string = location.origin,
): CloudStore {
  const api = cloudOrigin('google-drive', app.embedded_wallet_config.google_drive_url, walletOrigin)
  const name = keptName(app)
  const ask = async (path: string, init: RequestInit, signal: AbortSignal): Promise<CloudAnswer> => {
    const headers = { ...init.headers, authorization: `Bearer ${token}` }
    return askCloud(api + path, { ...init, headers }, signal)
  }
  const fileOf = (id: string) => `/drive/v3/files/${encodeURIComponent(id)}`

  /** @returns `null`: there is no such file in this account */
  const read = async (id: string, signal: AbortSignal): Promise<string | null> => {
    const answer = await ask(`${fileOf(id)}?alt=media`, { method: 'GET' }, signal)
    if (answer.status === 404) return null
    return taken(answer, keptSecret).secret
  }

  return {
    async keep(secret, signal) {
      const boundary = `vitrine-${crypto.randomUUID()}`
      const metadata = { name, mimeType: 'application/json', parents: [FOLDER] }
      const parts = [metadata, { version: 1, secret } satisfies z.infer<typeof keptSecret>].map(
        part =>
          `--${boundary}\r\ncontent-type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(part)}\r\n`,
      )
      const answer = await ask(
        '/upload/drive/v3/files?uploadType=multipart&fields=id',
        {
          method: 'POST',
          headers: { 'content-type': `multipart/related; boundary=${boundary}` },
          body: `${parts.join('')}--${boundary}--`,
        },
        signal,
      )
      return taken(answer, uploaded).id
    },
    async find(place, signal) {
      const secret = await read(place, signal)
      if (secret !== null) return secret
      // The file is gone, or was put back under another id: what goes by our name may open the wallet too.
      const query = new URLSearchParams({
        spaces: FOLDER,
        q: `name='${name.replaceAll(/[\\']/g, '\\$&')}'`,
        fields: 'files(id,name)',
      })
      const { files } = taken(await ask(`/drive/v3/files?${query}`, { method: 'GET' }, signal), listed)
      for (const { id } of files) {
        const found = await read(id, signal)
        if (found !== null) return found
      }
      throw new CloudProblem('elsewhere')
    },
    async discard(place, signal) {
      const answer = await ask(fileOf(place), { method: 'DELETE' }, signal)
      if (answer.status !== 404 && answer.status >= 300) throw new CloudProblem(whyNot(answer))
    },
  }
}

function taken<T>(answer: CloudAnswer, schema: z.ZodMiniType<T>): T {
  if (answer.status !== 200) throw new CloudProblem(whyNot(answer))
  const { data } = schema.safeParse(answer.body)
  if (data === undefined) throw new CloudProblem('unexpected')
  return data
}

/** https://developers.google.com/workspace/drive/api/guides/handle-errors */
function whyNot({ status, body }: CloudAnswer): CloudProblemKind {
  const known = problemOf(status)
  if (known) return known
  if (status !== 403) return 'unexpected'
  const reason = refusal.safeParse(body).data?.error.errors?.[0]?.reason ?? ''
  if (/quota/i.test(reason)) return 'full'
  // Else the person did not tick the box of Google's consent screen that lets us keep it.
  return /rateLimit/i.test(reason) ? 'away' : 'refused'
}
