import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'

/** A request of a page or of the wallet's server, whatever framework took it. */
export interface SiteCall {
  readonly method: string
  /** The last segment of the path: `login`, `logout` or `webhook`. */
  readonly action: string
  /** @param name in lower case. `null`: there is none */
  header(name: string): string | null
  /** Bytes as they come, or what a parser before us made of them. */
  readonly body: unknown
}

export interface SiteAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | null
}

/** What is answered in place of work; a page gets the sentence. */
export class SiteRefusal extends Error {
  override readonly name = 'SiteRefusal'
  readonly status: number
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** @throws SiteRefusal 405 */
export function requirePost({ method }: SiteCall): void {
  if (method !== 'POST')
    throw new SiteRefusal(405, 'invalid_request', 'Send this by POST.', { allow: 'POST' })
}

/**
 * Whose page asks: one of the site's own. Another site's page would act with the user's cookie (CSRF), or log them in as somebody else
 * (login CSRF). Browsers send `Origin` with each POST, and no page can change it (Fetch §3.2).
 * @returns its origin
 * @throws SiteRefusal 403
 */
export function requireOwnPage({ header }: SiteCall, origins: readonly string[]): string {
  const origin = header('origin')
  if (origin === null) throw new SiteRefusal(403, 'missing_origin', 'Only a page may ask this.')
  const site = header('sec-fetch-site')
  if (!origins.includes(origin) || (site !== null && site !== 'same-origin'))
    throw new SiteRefusal(
      403,
      'invalid_origin',
      `${origin} is none of this site’s own pages (\`siteOrigin\`).`,
    )
  return origin
}

/** A form of another site cannot send this without asking first. @throws SiteRefusal 415 */
export function requireJson({ header }: SiteCall): void {
  if (!/^application\/json\s*(?:;|$)/i.test(header('content-type') ?? ''))
    throw new SiteRefusal(415, 'invalid_request', 'Send JSON, and say so: `content-type: application/json`.')
}

/** @param limit in bytes. @throws SiteRefusal 413, as soon as there are more */
export async function readBytes(body: unknown, limit: number): Promise<Uint8Array> {
  if (typeof body === 'string') return readBytes(new TextEncoder().encode(body), limit)
  if (body instanceof Uint8Array) {
    if (body.length > limit) throw tooLong()
    return body
  }
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += piece.length
    if (length > limit) throw tooLong()
    pieces.push(piece)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const tooLong = () => new SiteRefusal(413, 'invalid_data', 'That is too long.')

/** Whether a parser was there before us. */
export const isParsed = (body: unknown): body is object =>
  typeof body === 'object' &&
  body !== null &&
  !(body instanceof Uint8Array) &&
  !(Symbol.asyncIterator in body)
