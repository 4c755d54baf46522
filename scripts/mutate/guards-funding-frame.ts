import type { Guard } from './guards.ts'

const START = ['frame-app/funding/purchase/start-purchase.test.ts']
const PAGE = ['frame-app/funding/purchase/require-page.test.ts']
const FLOW = ['frame-app/funding/purchase/flow.test.ts']
const BALANCE = ['frame-app/funding/arrival/read-balance.test.ts']

/** Money that is brought to wallets, as the frame sees it. */
export const FUNDING_FRAME_GUARDS: readonly Guard[] = [
  {
    name: 'no address that is no page elsewhere is opened for a purchase',
    file: 'frame-app/funding/purchase/start-purchase.ts',
    find: '          requirePage(purchase.url)\n',
    replace: '',
    tests: START,
  },
  {
    name: 'a payment page is one of https, or of this machine',
    file: 'frame-app/funding/purchase/require-page.ts',
    find: "(url?.protocol === 'http:' && isLoopback)",
    replace: 'url !== null',
    tests: PAGE,
  },
  {
    name: 'a payment page is none of the wallet’s own',
    file: 'frame-app/funding/purchase/require-page.ts',
    find: 'if (!isPage || url.origin === origin)',
    replace: 'if (!isPage)',
    tests: PAGE,
  },
  {
    name: 'a purchase is written down before its window is open',
    file: 'frame-app/funding/purchase/start-purchase.ts',
    find: '      kept.remember(order, vendor.provider, state.purchase.id)\n',
    replace: '',
    tests: START,
  },
  {
    name: 'what was opened before is asked about, whatever is opened next',
    file: 'frame-app/funding/purchase/flow.ts',
    find: 'const all = [...opened, state.purchase.id]',
    replace: 'const all = [state.purchase.id]',
    tests: FLOW,
  },
  {
    name: 'what has arrived stays arrived, whatever is said afterwards',
    file: 'frame-app/funding/purchase/flow.ts',
    find: "      case 'told':\n        // Once it is there, it is there, whatever is said afterwards.\n        if (state.status === 'completed') return [state, []]\n",
    replace: "      case 'told':\n",
    tests: FLOW,
  },
  {
    name: 'a token account counts for the wallet that it is of alone',
    file: 'frame-app/funding/arrival/read-balance.ts',
    find: 'if (held?.mint !== asset.address || held.owner !== address)',
    replace: 'if (held?.mint !== asset.address)',
    tests: BALANCE,
  },
]
