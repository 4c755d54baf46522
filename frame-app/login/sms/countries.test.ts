import { describe, expect, it } from 'vitest'
import { findCountries, listCountries } from './countries.ts'
import { drawsFlags, flagOf } from './flags.ts'
import { nameAhead, TYPE_AHEAD_RESET_MS, type TypeAhead, typeAhead } from './type-ahead.ts'

const countries = listCountries('en')
const codes = (query: string) => findCountries(countries, query).map(({ code }) => code)

describe('countries', () => {
  it('are named and sorted in the language of the person', () => {
    expect(countries.find(({ code }) => code === 'DE')).toEqual({
      code: 'DE',
      callCode: '49',
      name: 'Germany',
    })
    expect(listCountries('es').find(({ code }) => code === 'DE')?.name).toBe('Alemania')
    // Ö is a letter of its own in Swedish, after Z.
    expect(listCountries('sv').at(-1)?.name).toMatch(/^Ö/)
    expect(countries[0]?.name).toBe('Afghanistan')
  })

  it.each([
    ['germ', ['DE']],
    ['kingdom', ['GB']],
    ['GB', ['GB']],
    ['aland', ['AX']],
    ['+49', ['DE']],
    ['81', ['JP']],
    ['+47', ['NO', 'SJ']],
    ['47', ['NO', 'SJ']],
    ['0047', ['NO', 'SJ']],
    ['+47 90', ['NO', 'SJ']],
    ['٤٧', ['NO', 'SJ']],
    ['+999', []],
    ['nowhere', []],
    ['+', []],
  ])('are found by %j', (query, expected) => {
    expect(codes(query)).toEqual(expected)
  })

  it('have flags where the system draws one as wide as a letter of it', () => {
    const system = (flagWidth: number) => {
      const probe = {
        style: {},
        textContent: '',
        remove() {},
        getBoundingClientRect: () => ({ width: [...probe.textContent].length === 2 ? flagWidth : 20 }),
      }
      return { createElement: () => probe, body: { append() {} } } as unknown as Document
    }
    expect([20, 40, 22].map(width => drawsFlags(system(width)))).toEqual([true, false, true])
  })

  it('have their flags', () => {
    expect(['NO', 'GB'].map(code => flagOf(code as 'NO'))).toEqual(['🇳🇴', '🇬🇧'])
  })

  it('are all there for an empty search', () => {
    expect(codes('  ')).toHaveLength(countries.length)
  })
})

describe('type-ahead', () => {
  const names = ['Fiji', 'Finland', 'France', 'Gabon', 'Georgia', 'Germany']

  it('makes one word of keys that follow each other, and begins anew after a pause', () => {
    const first = typeAhead(null, 'g', 1_000)
    const second = typeAhead(first, 'e', 1_000 + TYPE_AHEAD_RESET_MS - 1)
    expect(second.text).toBe('ge')
    const late: TypeAhead = typeAhead(second, 'f', second.atMs + TYPE_AHEAD_RESET_MS)
    expect(late.text).toBe('f')
  })

  it.each([
    [0, 'g', 'Gabon'],
    [3, 'g', 'Georgia'],
    [5, 'g', 'Gabon'],
    [0, 'gg', 'Gabon'],
    [4, 'ge', 'Georgia'],
    [4, 'ger', 'Germany'],
    [0, 'FIN', 'Finland'],
    [2, 'x', 'France'],
  ])('from %d by %j finds %s', (current, text, expected) => {
    expect(names[nameAhead(names, current, text)]).toBe(expected)
  })
})
