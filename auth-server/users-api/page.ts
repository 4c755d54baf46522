import { createHash } from 'node:crypto'
import { PAGE_SIZE } from '@vitrine/shared/api/users.ts'
import { apiError } from '../errors/api-error.ts'

/** Which page is asked for. */
export interface PageOf {
  /** `next` of the page before; left out: the first. */
  readonly cursor?: string | undefined
  /** Items of a page, 1 to 100. */
  readonly limit?: number | undefined
}

export const sizeOf = ({ limit }: PageOf): number => Math.min(limit ?? PAGE_SIZE.usual, PAGE_SIZE.most)

/**
 * A cursor names what the last item of its page is found by, and what was asked. It opens nothing: what is behind it is asked for with
 * the app of whoever has it. That it says of which app and search it is keeps a program from going on in another list than it began.
 */
export const writeCursor = (asked: readonly unknown[], place: readonly string[]): string =>
  Buffer.from(JSON.stringify([digest(asked), ...place])).toString('base64url')

/** @returns what `writeCursor` was given; `null` for the first page @throws `invalid_data` (400) */
export function readCursor(
  { cursor }: PageOf,
  asked: readonly unknown[],
  isPlace: (place: readonly string[]) => boolean,
): readonly string[] | null {
  if (cursor === undefined) return null
  const [of, ...place] = parse(cursor)
  if (of === undefined || !isPlace(place)) throw refused('This cursor is none of ours.')
  if (of !== digest(asked)) throw refused('This cursor is of another app or another search.')
  return place
}

const refused = (why: string) =>
  apiError(
    'invalid_data',
    `${why} Take \`next\` of the page before with the same search, or leave the cursor out.`,
  )

function parse(cursor: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(read) && read.every(it => typeof it === 'string') ? read : []
  } catch {
    return []
  }
}

const digest = (asked: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16)
