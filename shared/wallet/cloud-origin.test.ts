import { expect, test } from 'vitest'
import { CLOUD_ORIGINS, cloudOrigin } from './cloud-origin.ts'

const HERE = 'http://localhost:4401'
const WALLET = 'https://wallet.example'

test.each([
  ['the company’s own', CLOUD_ORIGINS.icloud, WALLET, CLOUD_ORIGINS.icloud],
  ['an address that somebody wrote into the config', 'https://drive.thief.example', WALLET, null],
  ['one that begins like the company’s', 'https://api.apple-cloudkit.com.thief.example', WALLET, null],
  ['a program on the user’s own machine', 'http://127.0.0.1:5555', WALLET, null],
  ['another address during development', 'https://drive.thief.example', HERE, null],
  ['what is no address', '*', HERE, null],
  ['a stand-in during development', 'http://127.0.0.1:5555', HERE, 'http://127.0.0.1:5555'],
])('a recovery secret and %s', (_name, configured, origin, asked) => {
  expect(cloudOrigin('icloud', configured, origin)).toBe(asked ?? CLOUD_ORIGINS.icloud)
})
