import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { base64urlBytes } from '@vitrine/shared/encoding.ts'
import * as z from 'zod/mini'
import { withLimit } from '../core/with-limit.ts'

/** What a cloud is asked is small: one that has not answered by then is away. */
const CLOUD_LIMIT_MS = 20_000
/** Bytes of a secret that a cloud keeps. */
export const SECRET_BYTES = 32

/** The person's own cloud, by leave that they have just given: the frame alone asks it, and no server of ours sees what lies there. */
export interface CloudStore {
  /** Keeps a secret under a new name. @returns the name @throws CloudProblem */
  keep(secret: string, signal: AbortSignal): Promise<string>
  /** @param place as `keep` named it @throws CloudProblem `elsewhere`: this account has none */
  find(place: string, signal: AbortSignal): Promise<string>
  /** Takes away what `keep` put there. @throws CloudProblem */
  discard(place: string, signal: AbortSignal): Promise<void>
}

export type CloudProblemKind =
  /** The person, or the cloud, gives no leave. */
  | 'refused'
  /** What is looked for is not in this account: another one has it. */
  | 'elsewhere'
  | 'full'
  | 'away'
  /** An answer that means nothing to us. */
  | 'unexpected'

/** Why a cloud did not do what it was asked. `toCloudFailure` has the words for it. */
export class CloudProblem extends Error {
  readonly kind: CloudProblemKind

  constructor(kind: CloudProblemKind, options?: ErrorOptions) {
    super(`The cloud is ${kind}.`, options)
    this.kind = kind
  }
}

/** What a cloud keeps of ours: nothing in it says whose wallet it opens. */
export const keptSecret = z.object({
  version: z.literal(1),
  secret: z.string().check(z.refine(text => base64urlBytes(text)?.length === SECRET_BYTES)),
})

/** An app's name as the person finds it among what their cloud keeps, and the id by which we do. */
export const keptName = ({ name, id }: Pick<AppConfig, 'name' | 'id'>): string =>
  `Wallet recovery key of ${name} (${id})`

export interface CloudAnswer {
  readonly status: number
  readonly headers: Headers
  /** Parsed; `null` for what is no JSON. */
  readonly body: unknown
}

/**
 * One request to a cloud. No cookie goes with it and no address of ours, and it follows nobody elsewhere with the token.
 * @throws CloudProblem `away` @throws the signal's reason when it aborts
 */
export async function askCloud(url: string, init: RequestInit, signal: AbortSignal): Promise<CloudAnswer> {
  const [limited, end] = withLimit(signal, CLOUD_LIMIT_MS)
  try {
    const response = await fetch(url, {
      ...init,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
      signal: limited,
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(text) }
  } catch (error) {
    signal.throwIfAborted()
    throw new CloudProblem('away', { cause: error })
  } finally {
    end()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Of a status that says the same at every cloud; `null`: it depends. */
export function problemOf(status: number): CloudProblemKind | null {
  if (status === 401) return 'refused'
  if (status === 429 || status >= 500) return 'away'
  return null
}
