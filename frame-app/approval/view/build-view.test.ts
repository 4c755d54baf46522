import { expect, test } from 'vitest'
import { siteSays } from './build-view.ts'

const SITE = 'https://shop.example'

test('what the site says of a contract: words, picture and link', () => {
  const contractInfo = {
    name: 'Lamps',
    url: 'https://docs.example/lamps',
    imgUrl: `${SITE}/lamp.png`,
    imgAltText: 'A\nlamp',
    imgSize: 'lg',
  } as const
  expect(siteSays({ transactionInfo: { title: 'Pay', action: 'Buy', contractInfo } }, SITE)).toEqual({
    says: [
      { label: 'Title', words: 'Pay' },
      { label: 'Action', words: 'Buy' },
      { label: 'Contract name', words: 'Lamps' },
    ],
    picture: { src: `${SITE}/lamp.png`, alt: 'A lamp', size: 'lg' },
    link: 'https://docs.example/lamps',
  })
})

test('an icon is a small picture', () => {
  expect(siteSays({ iconUrl: `${SITE}/icon.png` }, SITE)).toEqual({
    says: [],
    picture: { src: `${SITE}/icon.png`, alt: '', size: 'sm' },
    link: null,
  })
})

test('a picture from elsewhere never gets onto the screen, whoever let it through', () => {
  expect(siteSays({ iconUrl: 'https://cdn.example/icon.png' }, SITE).picture).toBeNull()
})
