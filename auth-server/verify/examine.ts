import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { inlinedConfig } from '../frame-build/fixed-parts.ts'
import {
  type BuildManifest,
  buildHash,
  MANIFEST_LIMIT_BYTES,
  MANIFEST_PATH,
  parseManifest,
} from '../frame-build/manifest.ts'
import { type AskedAs, askedAs } from './browsers.ts'
import { addressOf } from './describe-build.ts'
import type { Answer } from './download.ts'
import { DOCUMENT_LIMIT_BYTES, judgeDocument, judgeFile, judgePage } from './judge.ts'
import { beginVisit, type Finding } from './visit.ts'

/** What a server is held against: a release, or the hash of one. */
export type Release = BuildManifest | string

/** The app whose documents are asked for, and the site that embeds them. */
export interface EmbeddedApp {
  readonly id: string
  readonly site: string
}

export interface Report {
  readonly origin: string
  /** The hash of the release; and what the server says of itself, which proves nothing. */
  readonly build: string
  readonly said: string | null
  readonly version: string | null
  readonly files: number
  readonly documents: number
  readonly pages: number
  readonly differences: readonly Finding[]
  readonly unexamined: readonly Finding[]
  /** What an app's config decides and no release can say: who may embed it, and what its frame reaches. */
  readonly app: { readonly id: string; readonly embedders: string; readonly reaches: string } | null
}

/**
 * Downloads what a wallet origin gives to browsers and holds each byte against a release.
 * @param origin the wallet origin
 * @param embedded `null`: of apps' documents nothing is asked
 * @throws Unexamined: it does not answer at all
 */
export async function examine(
  origin: string,
  release: Release,
  embedded: EmbeddedApp | null,
): Promise<Report> {
  const visit = beginVisit(origin, embedded?.site ?? null)
  const said = readSaid(await visit.ask(MANIFEST_PATH, 'data', MANIFEST_LIMIT_BYTES))
  const hash = 'manifest' in said ? buildHash(said.manifest) : null
  const manifest =
    typeof release === 'string' ? (hash === release && 'manifest' in said ? said.manifest : null) : release
  const build = typeof release === 'string' ? release : buildHash(release)
  const own =
    hash === build
      ? []
      : [{ path: MANIFEST_PATH, what: judgeSaid(said, hash, build, manifest), browsers: [] }]
  if (!manifest) {
    const nothing = { files: 0, documents: 0, pages: 0, unexamined: [], app: null }
    return { origin, build, said: hash, version: null, ...nothing, differences: own }
  }

  for (const [path, { bytes }] of Object.entries(manifest.files))
    visit.examine(path, askedAs(path), bytes, answer => judgeFile(path, answer, manifest))
  for (const path of Object.keys(manifest.pages))
    visit.examine(path, 'page', DOCUMENT_LIMIT_BYTES, answer => judgePage(path, answer, manifest))
  const documents = Object.keys(manifest.documents).filter(path => embedded || !path.includes(':app_id'))
  let app: Report['app'] = null
  for (const path of documents) {
    const address = embedded ? addressOf(path, embedded.id, embedded.site) : path
    const as: AskedAs = path.endsWith('/frame') || path.endsWith('/secrets') ? 'frame' : 'window'
    visit.examine(address, as, DOCUMENT_LIMIT_BYTES, answer => {
      if (embedded && path.endsWith('/frame')) app ??= readApp(embedded.id, answer)
      const strange = path.endsWith('/frame') ? judgeConfig(answer, build, embedded) : null
      return judgeDocument(path, answer, manifest, origin) ?? strange
    })
  }
  const { differences, unexamined } = await visit.end()
  return {
    ...{ origin, build, said: hash, version: manifest.version },
    ...{ files: Object.keys(manifest.files).length, documents: documents.length },
    ...{ pages: Object.keys(manifest.pages).length, unexamined, app },
    differences: [...own, ...differences],
  }
}

type Said = { readonly manifest: BuildManifest } | { readonly why: string }

function readSaid({ status, body, isCut }: Answer): Said {
  if (status !== 200) return { why: `it is not served: ${status}` }
  if (isCut) return { why: `it is longer than ${MANIFEST_LIMIT_BYTES} bytes` }
  try {
    return { manifest: parseManifest(body.toString()) }
  } catch (error) {
    return { why: error instanceof Error ? error.message : 'it cannot be read' }
  }
}

/** What the server says of its own build, where that is another one. */
function judgeSaid(said: Said, hash: string | null, build: string, release: BuildManifest | null): string {
  if ('why' in said) return said.why
  const more = release
    ? Object.keys(said.manifest.files).filter(path => !Object.hasOwn(release.files, path))
    : []
  const named =
    more.length > 0 ? `; it names ${more.length} files that the release has not, such as ${more[0]}` : ''
  return `the server says that it serves the build ${hash}, and not ${build}${named}`
}

/** What a frame is told of its own app and build, which a page that pins the build goes by. */
function judgeConfig(answer: Answer, build: string, embedded: EmbeddedApp | null): string | null {
  try {
    const told = JSON.parse(inlinedConfig(answer.body.toString()) ?? '')
    if (told?.app?.id !== embedded?.id) return 'its config is of another app'
    return told.build === build ? null : `it says that it is of the build ${told.build ?? 'of none'}`
  } catch {
    return 'its config cannot be read'
  }
}

function readApp(id: string, { headers }: Answer): Report['app'] {
  const directive = (name: string) =>
    headers['content-security-policy']
      ?.split(';')
      .map(each => each.trim().split(/\s+/))
      .find(each => each[0] === name)
      ?.slice(1)
      .join(' ') ?? ''
  return { id, embedders: directive('frame-ancestors'), reaches: directive('connect-src') }
}

/** The first of the sites that an app names: what a page of it would ask for. @throws Unexamined @returns `null`: there is no such app */
export async function firstSiteOf(origin: string, appId: string): Promise<string | null> {
  const path = `/api/v1/apps/${encodeURIComponent(appId)}`
  const { status, body } = await beginVisit(origin, null).ask(path, 'data', DOCUMENT_LIMIT_BYTES)
  if (status !== 200) return null
  try {
    return appConfig.shape.allowed_domains.parse(JSON.parse(body.toString()).allowed_domains)[0] ?? null
  } catch {
    return null
  }
}
