import { inject } from '../../fixtures/wallets/in-page.ts'
import type { Answer } from '../../fixtures/wallets/wire.ts'
import { SOLANA_FEATURES } from '../../fixtures/wallets/wire.ts'

/** The extension's script in the page's own world, which has no key and no way to one but by asking. */
const FEATURES = { features: SOLANA_FEATURES }
const ICON =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let asked = 0
const waiting = new Map<number, (answer: Answer) => void>()
addEventListener('message', ({ source, data }) => {
  if (source !== window || data?.to !== 'test-wallet-page') return
  waiting.get(data.number)?.(data.answer)
  waiting.delete(data.number)
})

inject(
  [
    {
      id: 'extension',
      name: 'Extension',
      icon: ICON,
      ethereum: { rdns: 'example.extension', ways: ['eip6963', 'legacy'], flags: [], answersTwice: false },
      solana: FEATURES,
      isLate: false,
    },
  ],
  (_id, family, method, params) =>
    new Promise(resolve => {
      const number = ++asked
      waiting.set(number, resolve)
      postMessage({ to: 'test-wallet-bridge', number, family, method, params }, location.origin)
    }),
)
