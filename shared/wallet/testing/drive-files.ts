import { randomBytes } from 'node:crypto'
import type { CloudAnswer, CloudFailure } from './cloud-server.ts'

/** A file as Drive keeps it. Names are no keys: there may be many of one name. */
export interface DriveFile {
  readonly id: string
  readonly name: string
  readonly mimeType: string
  readonly createdTime: string
  readonly modifiedTime: string
  readonly parents: readonly string[]
  readonly content: Buffer
}

export interface DriveCall {
  readonly method: string
  readonly url: URL
  readonly contentType: string
  readonly body: Buffer
}

/** Drive v3 for a token of the scope `drive.appdata`: the hidden folder and nothing else. */
export function driveFiles(folder: DriveFile[], { method, url, contentType, body }: DriveCall): CloudAnswer {
  const { pathname, searchParams } = url
  const fields = searchParams.get('fields')
  if (pathname === '/upload/drive/v3/files' && method === 'POST')
    return searchParams.get('uploadType') === 'multipart'
      ? create(folder, contentType, body, fields)
      : driveError(400, 'badRequest', 'Bad Request', 'uploadType')
  if (pathname === '/drive/v3/files' && method === 'GET') return list(folder, searchParams)
  const id = /^\/drive\/v3\/files\/([\w-]+)$/.exec(pathname)?.[1]
  if (id === undefined) return { status: 404, body: 'Not Found' }
  const at = folder.findIndex(it => it.id === id)
  const file = folder[at]
  if (!file) return driveError(404, 'notFound', `File not found: ${id}.`, 'fileId')
  if (method === 'DELETE') {
    folder.splice(at, 1)
    return { status: 204 }
  }
  if (method !== 'GET') return driveError(405, 'httpMethodNotAllowed', 'Method Not Allowed')
  if (searchParams.get('alt') === 'media')
    return { status: 200, body: file.content, headers: { 'content-type': file.mimeType } }
  return selected(resource(file), fields ?? 'kind,id,name,mimeType')
}

function create(folder: DriveFile[], contentType: string, body: Buffer, fields: string | null): CloudAnswer {
  const parts = relatedParts(contentType, body)
  if (parts?.length !== 2) return driveError(400, 'badContent', 'Missing end boundary in multipart body.')
  const [described, content] = parts as [Part, Part]
  const metadata = parsed(described)
  if (metadata === null) return driveError(400, 'parseError', 'Parse Error')
  const { name = 'Untitled', parents = [], mimeType = content.type } = metadata
  // The scope reaches no other folder, and a file without a parent is one of the person's own.
  if (parents.length !== 1 || parents[0] !== 'appDataFolder')
    return driveError(
      403,
      'insufficientParentPermissions',
      'Insufficient permissions for the specified parent.',
    )
  const now = new Date().toISOString()
  const id = `1${randomBytes(32).toString('base64url')}`
  const file = { id, name, mimeType, createdTime: now, modifiedTime: now, parents, content: content.body }
  const made = selected(resource(file), fields ?? 'kind,id,name,mimeType')
  if (made.status === 200) folder.push(file)
  return made
}

interface Part {
  readonly type: string
  readonly body: Buffer
}

/** `multipart/related` (RFC 2387); `null` where it does not end, or is none. */
function relatedParts(contentType: string, body: Buffer): readonly Part[] | null {
  const boundary = /^multipart\/related;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) return null
  const sections = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`)
  if (!sections.at(-1)?.startsWith('--')) return null
  return sections.slice(1, -1).map(section => {
    const [head = '', ...rest] = section.replace(/^\r\n/, '').split('\r\n\r\n')
    const type = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1] ?? 'text/plain'
    return { type, body: Buffer.from(rest.join('\r\n\r\n'), 'latin1') }
  })
}

function parsed({ type, body }: Part) {
  if (!type.toLowerCase().startsWith('application/json')) return null
  try {
    return JSON.parse(body.toString('utf8')) as { name?: string; parents?: string[]; mimeType?: string }
  } catch {
    return null
  }
}

const CLAUSE =
  /^(?:(name|mimeType) ?= ?'((?:[^'\\]|\\.)*)'|(trashed) ?= ?false|'appDataFolder' (in parents))$/

function list(folder: readonly DriveFile[], search: URLSearchParams): CloudAnswer {
  if (search.get('spaces') !== 'appDataFolder')
    return driveError(
      403,
      'insufficientScopes',
      'The granted scopes do not give access to all of the requested spaces.',
      'spaces',
    )
  let files = [...folder]
  for (const clause of search.get('q')?.split(' and ') ?? []) {
    const found = CLAUSE.exec(clause.trim())
    if (!found) return driveError(400, 'invalid', 'Invalid Value', 'q')
    const [, property, value = ''] = found
    const wanted = value.replace(/\\(.)/g, '$1')
    if (property === 'name' || property === 'mimeType')
      files = files.filter(file => file[property] === wanted)
  }
  const order = search.get('orderBy')
  const by = /^(name|createdTime|modifiedTime)( desc)?$/.exec(order ?? '')
  if (order !== null && !by) return driveError(400, 'invalid', 'Invalid Value', 'orderBy')
  if (by) {
    const key = by[1] as 'name' | 'createdTime' | 'modifiedTime'
    files.sort((a, b) => a[key].localeCompare(b[key]) * (by[2] ? -1 : 1))
  }
  const pageSize = Number(search.get('pageSize') ?? 100)
  if (!(pageSize >= 1 && pageSize <= 1000))
    return driveError(400, 'invalidParameter', 'Invalid value', 'pageSize')
  return selected(
    { kind: 'drive#fileList', incompleteSearch: false, files: files.slice(0, pageSize).map(resource) },
    search.get('fields') ?? 'kind,incompleteSearch,files(kind,id,name,mimeType)',
  )
}

const resource = ({ content, ...file }: DriveFile) => ({
  kind: 'drive#file',
  ...file,
  size: String(content.length),
  spaces: ['appDataFolder'],
})

/** What can be asked for of each. */
const FILE_FIELDS = [
  'kind',
  'id',
  'name',
  'mimeType',
  'createdTime',
  'modifiedTime',
  'parents',
  'size',
  'spaces',
]
const LIST_FIELDS = ['kind', 'incompleteSearch', 'nextPageToken', 'files']

/** Partial responses, as far as `a,b(c,d)` and `*` go. */
function selected(of: Readonly<Record<string, unknown>>, fields: string): CloudAnswer {
  if (fields === '*') return { status: 200, body: of }
  const known = 'files' in of ? LIST_FIELDS : FILE_FIELDS
  const body: Record<string, unknown> = {}
  for (const [, name = '', inner] of fields.matchAll(/([^,()]+)(?:\(([^)]*)\))?/g)) {
    const unknown = [
      ...(known.includes(name) ? [] : [name]),
      ...(inner?.split(',').filter(it => it !== '*' && !FILE_FIELDS.includes(it)) ?? []),
    ]
    if (unknown.length > 0)
      return driveError(400, 'invalidParameter', `Invalid field selection ${unknown[0]}`, 'fields')
    const value = of[name]
    body[name] =
      inner === undefined || !Array.isArray(value) ? value : value.map(it => selected(it, inner).body)
  }
  return { status: 200, body }
}

/** As the guide "Resolve errors" has them. */
export function driveError(code: number, reason: string, message: string, location?: string): CloudAnswer {
  const domain = /Quota|Limit/.test(reason) ? 'usageLimits' : 'global'
  const locationType = location === 'Authorization' ? 'header' : 'parameter'
  const error = { domain, reason, message, ...(location !== undefined && { locationType, location }) }
  return { status: code, body: { error: { errors: [error], code, message } } }
}

export function driveFailure(failure: Exclude<CloudFailure, 'cut'>): CloudAnswer {
  if (failure === 'full')
    return driveError(403, 'storageQuotaExceeded', "The user's Drive storage quota has been exceeded.")
  if (failure === 'busy') return driveError(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded')
  return driveError(500, 'backendError', 'Backend Error')
}
