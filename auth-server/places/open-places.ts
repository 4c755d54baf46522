import { readFileSync } from 'node:fs'
import { Reader } from 'maxmind'
import { outsideText } from '../outside-text.ts'
import { SettingsError } from '../settings-readers.ts'
import type { Language } from '../words/language.ts'

/** Longer than the names of cities and countries, and too short for a sentence. */
const NAME_LENGTH = 50

/**
 * Names the place of a network.
 * @param network as `placeOf` (`http/network.ts`) shortens it, e.g. `203.0.113.x`
 * @param language of the name, where the database has it; else English
 * @returns e.g. `Berlin, Germany`, or only the country; `undefined` where the place is unknown
 */
export type PlaceName = (network: string | null | undefined, language: Language) => string | undefined

/** The part of a record that is read: MaxMind's GeoIP2 and GeoLite2 City or Country, and databases of the same shape. */
interface PlaceRecord {
  readonly city?: { readonly names?: Readonly<Record<string, unknown>> }
  readonly country?: { readonly names?: Readonly<Record<string, unknown>> }
}

/**
 * Opens the operator's GeoIP database (MaxMind DB, version 2.0). It is read into memory once, so no address leaves the machine.
 * @param path of `VITRINE_GEOIP_DATABASE`; `null`: every place is unknown
 * @throws SettingsError when the file is missing, cannot be read or is no such database
 */
export function openPlaces(path: string | null): PlaceName {
  if (path === null) return () => undefined
  const reader = openReader(path)
  return (network, language) => {
    const address = addressOf(network)
    return address === undefined ? undefined : sayRecord(find(reader, address), language)
  }
}

function openReader(path: string): Reader<never> {
  try {
    return new Reader(readFileSync(path))
  } catch (error) {
    // The reader's own errors describe its internals, such as an offset out of range.
    const reason =
      error instanceof Error && 'syscall' in error ? error.message : 'it is not a MaxMind DB file (.mmdb)'
    throw new SettingsError(
      `VITRINE_GEOIP_DATABASE is ${path}, which cannot be opened: ${reason}. Name a readable city database, or leave it out.`,
    )
  }
}

/** A record that cannot be read is an unknown place: no login may fail because of it. */
function find(reader: Reader<never>, address: string): PlaceRecord | null {
  try {
    return reader.get(address)
  } catch {
    return null
  }
}

/** The first address of a shortened network: `203.0.113.x` → `203.0.113.0`, `2001:db8:0:x` → `2001:db8:0::`. */
function addressOf(network: string | null | undefined): string | undefined {
  const [, four] = /^((?:\d{1,3}\.){3})x$/.exec(network ?? '') ?? []
  const [, six] = /^((?:[\da-f]{1,4}:){3})x$/.exec(network ?? '') ?? []
  return four ? `${four}0` : six && `${six}:`
}

function sayRecord(record: PlaceRecord | null, language: Language): string | undefined {
  const names = [record?.city?.names, record?.country?.names]
    .map(each => outsideText(each?.[language], NAME_LENGTH) ?? outsideText(each?.en, NAME_LENGTH))
    .filter(name => name !== undefined)
  return names.length === 0 ? undefined : names.join(', ')
}
