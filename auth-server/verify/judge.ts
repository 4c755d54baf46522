import { fixedDocument, fixedHeaders } from '../frame-build/fixed-parts.ts'
import { type BuildManifest, sha256 } from '../frame-build/manifest.ts'
import type { Answer } from './download.ts'

/** Long enough for an app's whole config. */
export const DOCUMENT_LIMIT_BYTES = 1_000_000

/** Headers that send a browser elsewhere, or let a script stand between it and all later answers. */
const NEVER = ['refresh', 'service-worker-allowed']

type Judged = string | null

/** @returns what is wrong with a file, in words */
export function judgeFile(path: string, answer: Answer, release: BuildManifest): Judged {
  const expected = release.files[path]
  if (!expected) return 'the release has no such file'
  const refused = judgeAnswer(answer, 200)
  if (refused) return refused
  const policy = Object.entries(release.policies).find(([start]) => path.startsWith(start))?.[1]
  const own = answer.headers['content-security-policy']
  if (policy !== undefined && own !== policy) return otherPolicy(own, policy)
  if (answer.isCut) return `it is longer than the ${expected.bytes} bytes of the release`
  const hash = sha256(answer.body)
  return hash === expected.sha256 ? null : `it is ${hash}, and ${expected.sha256} in the release`
}

/** @param pattern the document's path in the release @returns what is wrong with a document of the frame app, in words */
export function judgeDocument(
  pattern: string,
  answer: Answer,
  release: BuildManifest,
  origin: string,
): Judged {
  const expected = release.documents[pattern]
  if (!expected) return 'the release has no such document'
  const refused = judgeAnswer(answer, 200)
  if (refused) return refused
  if (answer.isCut) return `it is longer than ${DOCUMENT_LIMIT_BYTES} bytes`
  const own = fixedHeaders(answer.headers, origin)
  for (const [name, value] of Object.entries(expected.headers))
    if (own[name]?.toLowerCase() !== value.toLowerCase())
      return name === 'content-security-policy'
        ? otherPolicy(own[name], value)
        : `its header ${name} is ${quoted(own[name])}, and ${quoted(value)} in the release`
  const html = answer.body.toString()
  const strange = loadedBy(html).filter(path => !Object.hasOwn(release.files, path))
  if (strange.length > 0) return `it loads what the release has not: ${strange.map(quoted).join(', ')}`
  if (sha256(fixedDocument(html)) !== expected.sha256) return 'it is another document than in the release'
  return null
}

/** Of a page that the server writes in a person's language: what may run in it. @returns what is wrong, in words */
export function judgePage(path: string, answer: Answer, release: BuildManifest): Judged {
  const refused = judgeAnswer(answer, answer.status)
  if (refused) return refused
  const own = answer.headers['content-security-policy']
  const expected = release.pages[path]
  return own === expected ? null : otherPolicy(own, expected)
}

function judgeAnswer({ status, headers }: Answer, expected: number): Judged {
  if (status >= 300 && status < 400) return `it leads elsewhere: ${quoted(headers.location)}`
  if (status !== expected) return `it is not served: ${status}`
  const never = NEVER.find(name => headers[name] !== undefined)
  return never ? `it has the header ${never}: ${quoted(headers[never])}` : null
}

const otherPolicy = (own: string | undefined, expected: string | undefined) =>
  `its content-security-policy is ${quoted(own)}, and ${quoted(expected)} in the release`

/** What a document names to be loaded. */
const loadedBy = (html: string): readonly string[] =>
  [...html.matchAll(/<(?:script|link|iframe|img)\b[^>]*/gi)].flatMap(([tag]) => {
    const [, path] = /\b(?:src|href)\s*=\s*["']?([^"'\s>]*)/i.exec(tag) ?? []
    return path === undefined ? [] : [path]
  })

/** What a stranger wrote, for a terminal: on one line, and no longer than one reads. */
const quoted = (text: string | undefined): string =>
  text === undefined ? 'not there' : JSON.stringify(text.length > 600 ? `${text.slice(0, 600)}…` : text)
