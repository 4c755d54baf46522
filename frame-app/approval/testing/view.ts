import { NO_EXPLANATION } from '../explain/explanation.ts'
import type { ApprovalView } from '../view/approval-view.ts'

/** What an approval of one ether shows, as little of it as there can be. */
export const view: ApprovalView = {
  title: 'Send 1 ETH',
  site: {
    origin: 'https://shop.example',
    name: 'Lumen Goods',
    icon: null,
    says: [],
    picture: null,
    link: null,
  },
  asks: 'asks',
  wallet: '0x1',
  network: 'Ethereum',
  explanation: { ...NO_EXPLANATION, headline: 'Send 1 ETH' },
  offers: [],
  message: null,
  fee: null,
  shortage: null,
  act: 'Send 1 ETH',
}
