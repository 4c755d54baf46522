import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SettingsError } from '../settings-readers.ts'
import { OWN_MACHINE } from '../words/asked-from.ts'
import { openPlaces, type PlaceName } from './open-places.ts'
import { ipv4Bits, ipv6Bits, writePlaces } from './testing/write-places.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-places-'))
const path = join(folder, 'city.mmdb')
let placeName: PlaceName

beforeAll(() => {
  writePlaces(path, {
    [ipv4Bits('203.0.113')]: {
      city: { names: { en: 'Berlin', es: 'Berlín', ja: 'ベルリン' } },
      country: { names: { en: 'Germany', es: 'Alemania', ja: 'ドイツ連邦共和国' } },
    },
    [ipv6Bits('2001:db8:0')]: { country: { names: { en: 'France' } } },
    [ipv4Bits('198.51.100')]: { city: { names: { en: `Ber\n\u202elin${'x'.repeat(200)}` } } },
    [ipv4Bits('192.0.2')]: { city: 'Berlin', country: { names: { en: 7 } } },
    [ipv4Bits('192.0.3')]: { continent: { names: { en: 'Europe' } } },
  })
  placeName = openPlaces(path)
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['en', 'Berlin, Germany'],
  ['es', 'Berlín, Alemania'],
  ['ja', 'ベルリン, ドイツ連邦共和国'],
  ['ar', 'Berlin, Germany'],
] as const)('names city and country in %s, or in English where the database lacks it', (language, name) => {
  expect(placeName('203.0.113.x', language)).toBe(name)
})

test('names the country alone where no city is known, by an IPv6 network too', () => {
  expect(placeName('2001:db8:0:x', 'en')).toBe('France')
})

test('takes control characters out of a name and cuts a long one', () => {
  expect(placeName('198.51.100.x', 'en')).toMatch(/^Ber linx{43}$/)
})

test.each(['192.0.2.x', '192.0.3.x', '8.8.8.x', 'fe80:0:0:x', '999.0.0.x', OWN_MACHINE, 'Berlin', null])(
  'knows no place of %s',
  network => expect(placeName(network, 'en')).toBeUndefined(),
)

test('knows no place without a database', () => {
  expect(openPlaces(null)('203.0.113.x', 'en')).toBeUndefined()
})

test('knows no place where a record cannot be read', () => {
  const broken = join(folder, 'broken.mmdb')
  // The tree leads to a data section whose first record says that it is longer than the file.
  writePlaces(broken, { 1: 'x'.repeat(20) })
  const bytes = Buffer.from([0, 0, 0, 1, 0, 0, 255, 255])
  writeFileSync(broken, bytes, { flag: 'r+' })
  expect(openPlaces(broken)('2001:db8:0:x', 'en')).toBeUndefined()
  expect(openPlaces(broken)('ffff:db8:0:x', 'en')).toBeUndefined()
})

describe('a start with a file that is no database', () => {
  const openAt = (file: string) => () => openPlaces(file)

  test('fails with a sentence that names the setting when it is missing', () => {
    expect(openAt(join(folder, 'none.mmdb'))).toThrow(SettingsError)
    expect(openAt(join(folder, 'none.mmdb'))).toThrow(/^VITRINE_GEOIP_DATABASE is .*none\.mmdb.*ENOENT/)
  })

  test.each(['', 'text', 'x'.repeat(10_000)])('fails with that sentence when it is something else', text => {
    const file = join(folder, 'other.mmdb')
    writeFileSync(file, text)
    expect(openAt(file)).toThrow(/^VITRINE_GEOIP_DATABASE is .*is not a MaxMind DB file/)
  })

  test('fails with that sentence when it was cut off', () => {
    const file = join(folder, 'cut.mmdb')
    writePlaces(file, { [ipv4Bits('203.0.113')]: { city: { names: { en: 'Berlin' } } } })
    truncateSync(file, 200)
    expect(openAt(file)).toThrow(/^VITRINE_GEOIP_DATABASE is .*is not a MaxMind DB file/)
  })
})
