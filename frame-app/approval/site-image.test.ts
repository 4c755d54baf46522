import { expect, test } from 'vitest'
import { isOwnImage, withOwnImages } from './site-image.ts'

const SITE = 'https://shop.example'
const PIXEL = 'data:image/png;base64,iVBORw0KGgo='

test.each([
  [`${SITE}/lamp.png`, true],
  [PIXEL, true],
  ['https://cdn.example/lamp.png', false],
  ['https://shop.example.evil.example/lamp.png', false],
  ['https://shop.example@evil.example/lamp.png', false],
  ['https://shop.example:8443/lamp.png', false],
  ['http://shop.example/lamp.png', false],
  ['data:text/html,<script>1</script>', false],
  ['javascript:alert(1)', false],
  ['https://', false],
])('%s stands on an approval: %s', (url, expected) => {
  expect(isOwnImage(url, SITE)).toBe(expected)
})

test('a picture from elsewhere is left out of the options, by its name, and all else stays', () => {
  expect(withOwnImages({ title: 'a', iconUrl: 'https://cdn.example/a.png' }, SITE)).toEqual({
    options: { title: 'a' },
    dropped: ['iconUrl'],
  })
  const contractInfo = { name: 'Lamps', imgUrl: 'https://cdn.example/a.png', imgSize: 'lg' } as const
  expect(withOwnImages({ transactionInfo: { title: 'a', contractInfo } }, SITE)).toEqual({
    options: { transactionInfo: { title: 'a', contractInfo: { name: 'Lamps', imgSize: 'lg' } } },
    dropped: ['transactionInfo.contractInfo.imgUrl'],
  })
})

test('own pictures stay', () => {
  expect(withOwnImages({ iconUrl: PIXEL }, SITE)).toEqual({ options: { iconUrl: PIXEL }, dropped: [] })
  expect(withOwnImages({}, SITE)).toEqual({ options: {}, dropped: [] })
})
