import { expect, it } from 'vitest'
import { CATALOGUE, isWalletName } from '../external-wallets/catalogue.ts'
import { entryOfRow, rowName } from './wallet-names.ts'

it.each(Object.keys(CATALOGUE).filter(isWalletName))(
  '%s is called on the landing as it is in the list',
  entry => {
    expect(rowName(entry)).toBe(CATALOGUE[entry].name)
  },
)

it('a row is for one wallet where it names one', () => {
  expect(entryOfRow({ method: 'siwe', provider: 'metamask' })).toBe('metamask')
  expect(entryOfRow({ method: 'siwe' })).toBeNull()
})
