import { expect, it } from 'vitest'
import { fakeKernel } from '../ui/testing/fake-kernel.ts'
import { returnAddress } from './return-address.ts'

const from = (address: string, customOAuthRedirectUrl: string | null = null) =>
  returnAddress(fakeKernel({ navigate: async () => address, config: { customOAuthRedirectUrl } }))

it.each([
  ['where the person was', 'https://shop.example/cart?item=1#top', 'https://shop.example/cart?item=1#top'],
  [
    'there, without what another login left',
    'https://shop.example/?a=1&vitrine_oauth_code=x&vitrine_oauth_state=y&vitrine_oauth_provider=z',
    'https://shop.example/?a=1',
  ],
  ['as the server writes it', 'https://shop.example/?a b', 'https://shop.example/?a+b='],
  [
    'the place alone, when the rest is too long',
    `https://shop.example/cart?${'x'.repeat(2100)}`,
    'https://shop.example/cart',
  ],
  [
    'the site’s first page, when that is too long too',
    `https://shop.example/${'x'.repeat(2100)}`,
    'https://shop.example/',
  ],
  ['the site’s first page, whatever the page says', 'https://evil.example/', 'https://shop.example/'],
  ['the site’s first page, of what is no address', 'about', 'https://shop.example/'],
])('comes back to %s', async (_, address, expected) => {
  expect(await from(address)).toBe(expected)
})

it('comes back to where the site wants it', async () => {
  expect(await from('https://shop.example/cart', 'https://shop.example/after')).toBe(
    'https://shop.example/after',
  )
})
