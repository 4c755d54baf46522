import { createHash } from 'node:crypto'
import { BROWSER_HEADER } from '@vitrine/shared/api/headers.ts'
import type { Context as RequestContext } from 'hono'
import type { Settings } from '../settings.ts'
import type { AskedFrom } from '../words/asked-from.ts'
import { type Language, languageOf } from '../words/language.ts'
import { browserOf } from './made-with.ts'
import { clientNetwork, placeOf } from './network.ts'

/** Who makes a call, as far as a person is told of it: by its headers, of which nothing is decided. */
export interface Caller {
  readonly language: Language
  /** Browser and system, e.g. `Firefox · Linux`; names of ours alone. */
  readonly madeWith: string | null
  /** The same, apart, and where on the Internet. */
  readonly from: AskedFrom
  /** SHA-256 of what the browser is known by, hex; `null` when it says nothing. It opens nothing, see `account-changes/hold.ts`. */
  readonly browser: string | null
}

export function callerOf(settings: Settings, c: RequestContext): Caller {
  const device = browserOf(name => c.req.header(name))
  const madeWith = [device.browser, device.system].filter(Boolean).join(' · ')
  const network = placeOf(settings, clientNetwork(settings, c))
  const id = c.req.header(BROWSER_HEADER) ?? ''
  return {
    language: languageOf(c.req.header('accept-language')),
    madeWith: madeWith || null,
    from: { ...device, ...(network !== undefined && { network }) },
    browser: /^[\w-]{43}$/.test(id) ? createHash('sha256').update(id).digest('hex') : null,
  }
}
