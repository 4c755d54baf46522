import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { LegacyTypedData } from '@vitrine/shared/wallet/legacy-typed-data.ts'
import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { type Danger, distinct, warn } from '../../explain/danger.ts'
import { readMessage } from '../../message/message-content.ts'
import { messageDangers, textMessageDangers } from '../../message/message-dangers.ts'
import { quoted } from '../../readable-text.ts'
import { isBytes, isStruct } from './read-value.ts'

/** Fields by which data says for which site it is. */
const SITE_FIELD = /^(?:domain|origin|uri|url|website|site|host|audience|aud)$/i
/** A name that is a host: `app.example`, not "Permit2" or "USD Coin". */
const HOST = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,}|localhost)(?::\d+)?(?:\/\S*)?$/i
/** As many values as typed data may have (`typed-data-check.ts`): a name must not hide behind others. */
const MAX_TEXTS = 4096

/** What the texts in typed data give reason to warn of: another site's name, a login for it, hidden characters. */
export function textDangers(data: TypedData, hostOrigin: string, wallet: string): Danger[] {
  const found = textFinder()
  found.look('domain.name', data.domain.name)
  found.look('', data.message)
  const wrapped = wrappedMessages(data).flatMap(bytes =>
    messageDangers(readMessage(bytes, 'hex'), { hostOrigin, address: wallet }),
  )
  return distinct([...wrapped, ...dangersOf(found.texts, hostOrigin, wallet)])
}

/**
 * Data that has nothing but bytes is the envelope of a message, or of a hash that is as dangerous as by `personal_sign`:
 * `SafeMessage(bytes message)` of Safe, `CoinbaseSmartWalletMessage(bytes32 hash)`, `Kernel(bytes32 hash)` (ERC-1271).
 */
function wrappedMessages({ types, primary_type, message }: TypedData): string[] {
  const fields = types[primary_type] ?? []
  const isEnvelope = fields.every(({ type }) => type === 'bytes' || type === 'bytes32')
  return isEnvelope ? fields.map(({ name }) => message[name]).filter(isBytes) : []
}

/** The same of typed data of version 1, whose names are free text too. */
export function legacyTextDangers(fields: LegacyTypedData, hostOrigin: string, wallet: string): Danger[] {
  const found = textFinder()
  for (const { name, value } of fields) {
    found.look('', name)
    found.look(name, value)
  }
  return dangersOf(found.texts, hostOrigin, wallet)
}

function dangersOf(texts: readonly NamedText[], hostOrigin: string, wallet: string): Danger[] {
  const { host } = new URL(hostOrigin)
  const foreign = texts.flatMap(({ name, text }) => {
    const site = SITE_FIELD.test(name) || name === 'domain.name' ? siteOf(text) : null
    return site === null || site === host ? [] : [warn('danger.otherSite', { site: quoted(site), host })]
  })
  const inside = texts.flatMap(({ text }) => textMessageDangers(text, { hostOrigin, address: wallet }))
  return distinct([...foreign, ...inside])
}

interface NamedText {
  readonly name: string
  readonly text: string
}

function textFinder() {
  const texts: NamedText[] = []
  const look = (name: string, value: unknown) => {
    if (texts.length >= MAX_TEXTS) return
    if (typeof value === 'string') {
      if (!/^0x[0-9a-f]*$/i.test(value)) texts.push({ name, text: value })
    } else if (Array.isArray(value)) for (const item of value) look(name, item)
    else if (isStruct(value)) for (const [key, item] of Object.entries(value)) look(key, item)
  }
  return { texts, look }
}

/** The host that a text names, with its port; `null` when it is no name of a host. */
function siteOf(text: string): string | null {
  if (!HOST.test(text.trim())) return null
  const url = /^https?:/i.test(text) ? text : `https://${text}`
  return parseUrl(url.trim())?.host ?? null
}
